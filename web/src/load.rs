//! Brings a story, a language and the catalog into the page.

use crate::book::Book;
use crate::browser::{address, events, fetch, later, motion, root};
use crate::edition::{Edition, choose};
use crate::host::{Host, Mounting, PageHost};
use crate::link::{Fault, Link};
use crate::opening;
use crate::queue;
use crate::reader::{Reader, mount, seats};
use crate::state::{Layout, State};
use crate::tale::{Tale, UnknownSystem};
use crate::unpack;
use midturn_locales::Words;
use midturn_scenarios::catalog::{catalog_file, data_file, texts_file};
use midturn_scenarios::{Catalog, Entry, Language};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;

/// Why something could not be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A file could not be fetched.
    Missing(String),
    /// A file belongs to another version of the page.
    OtherVersion(String),
    /// The page has no such system.
    System(String),
    /// There is no such story. Only a host that takes no other one instead has this problem.
    Story(String),
    /// The catalog is empty.
    NoStories,
}

impl Problem {
    /// The word by which a host tells it, and what it is about.
    pub fn code(&self) -> (&'static str, &str) {
        match self {
            Problem::Missing(file) => ("not-found", file),
            Problem::OtherVersion(file) => ("other-build", file),
            Problem::System(name) => ("unknown-system", name),
            Problem::Story(name) => ("unknown-scenario", name),
            Problem::NoStories => ("no-stories", ""),
        }
    }
}

/// The element that the page takes over, and the text in it for when that fails.
const PLACE: &str = "[data-midturn]";
const FAILURE: &str = "[data-failure]";
/// The folder of the stories.
pub const STORIES: &str = "stories/";
/// The folder of what is fetched for a closer look.
const REFERENCE: &str = "reference/";

/// The page's own number among the readers.
const PAGE: u32 = 0;

/// Opens the page: takes the place of the static text, shows what the address asks for, and when the first step
/// stands there brings in what else the page can do.
#[wasm_bindgen(js_name = openPage)]
pub fn open_page() {
    let Some(place) = root::find(PLACE) else { return root::reveal(FAILURE) };
    let (link, faults) = Link::read(&address::fragment());
    let mounting = Mounting {
        language: link.language.unwrap_or_else(root::language),
        link,
        faults,
        theme: root::theme(),
        layout: Layout::Page,
        until: None,
        keys_on: true,
    };
    if let Some(window) = web_sys::window() {
        let follow = |_| {
            if let Some(reader) = seats::reader(PAGE) {
                reader.serve();
                reader.follow(&address::fragment());
            }
        };
        // The page stays as long as its document.
        std::mem::forget(events::listen(&window, "hashchange", follow));
    }
    open(PAGE, place, Rc::new(PageHost), mounting);
}

/// Opens a reader in a place.
pub fn open(number: u32, place: HtmlElement, host: Rc<dyn Host>, mounting: Mounting) {
    seats::take(number);
    host.paint(&mounting.theme);
    spawn_local(async move {
        let language = mounting.language;
        let words = match words(language).await {
            Ok(words) => Arc::new(words),
            Err(problem) => return host.turn_away(&problem),
        };
        later::serve(number);
        if !seats::is_taken(number) {
            return;
        }
        place.set_inner_html("");
        let mounted = mount(number, &place, host, mounting.state(words.clone()));
        let reader = mounted.reader.clone();
        seats::sit(number, mounted);
        let is_plain = mounting.faults.is_empty();
        let link = &mounting.link;
        let is_shown = is_plain && opening::open(&reader, link, language, words.clone()).await;
        later::bring().await;
        let Mounting { link, faults, .. } = mounting;
        go_on(reader, Given { link, faults, language, words: Some(words) }, is_shown).await;
    });
}

/// Brings what follows the first step, and runs the story to its end; or shows now what was asked for, where that was
/// not the start of a story. A future of its own, since it comes with the later half of the module.
#[inline(never)]
fn go_on(reader: Reader, given: Given, is_shown: bool) -> Pin<Box<dyn Future<Output = ()>>> {
    Box::pin(async move {
        reader.serve();
        if is_shown {
            finish(&reader).await;
        } else {
            bring(&reader, given).await;
        }
        closer(&reader).await;
        queue::offer(&reader);
        if reader.look(|state| state.problem.is_none()) {
            reader.host().settled();
        }
    })
}

/// Runs a story that is only begun to its end, once the names are there that this needs.
async fn finish(reader: &Reader) {
    let Some(shown) = reader.look(|state| state.edition.clone()) else { return };
    if shown.words.have_names() {
        return;
    }
    let words = with_names(shown.language, shown.words.clone()).await;
    // The reader may have gone elsewhere meanwhile; whatever that is has its names.
    let is_the_same =
        |now: &Arc<Edition>| now.language == shown.language && !now.words.have_names();
    let still = reader.look(|state| state.edition.clone()).filter(is_the_same);
    if let Some(shown) = still {
        reader.serve();
        reader.finish_in(&shown, words);
    }
}

/// Opens what a link asks for; what it leaves open stays as it is.
pub fn follow(reader: &Reader, link: Link, faults: Vec<Fault>) {
    reader.finish();
    let spoken = reader.look(|state| state.edition.as_ref().map(|edition| edition.language));
    let language = link.language.or(spoken).unwrap_or_else(root::language);
    reader.go_about(move |reader| async move {
        bring(&reader, Given { link, faults, language, words: None }).await;
        closer(&reader).await;
    });
}

/// Brings the words for a closer look, in the language that is read. Where they cannot be had the page
/// offers no closer look.
async fn closer(reader: &Reader) {
    let read = |state: &State| {
        Some((state.edition.as_ref()?.language, state.edition.as_ref()?.words.clone()))
    };
    let is_here = reader.look(|state| state.closer().is_some());
    let Some((language, words)) = reader.look(read).filter(|_| !is_here) else { return };
    let text = text(&["words.", language.tag(), ".txt"].concat()).await.ok();
    if let Some(words) = text.and_then(|text| words.with(&text).ok()) {
        reader.change(|state| state.closer = Some((language, Arc::new(words))));
        book(reader);
    }
}

/// Brings the book, where something is open that needs it.
pub fn book(reader: &Reader) {
    reader.go_about(|reader| async move {
        let language = |state: &State| Some(state.edition.as_ref()?.language);
        let wanted = reader.look(|state| language(state).filter(|_| state.wants_the_book()));
        let Some(language) = wanted else { return };
        let read = read_book(language).await;
        reader.change(|state| match read {
            Ok(book) => state.book = Some((language, Arc::new(book))),
            Err(file) => state.book_missing = Some(file),
        });
    });
}

async fn read_book(language: Language) -> Result<Book, String> {
    let rules = text(&["rules.", language.tag(), ".txt"].concat()).await?;
    let reading = text(&["reading.", language.tag(), ".txt"].concat()).await?;
    Ok(Book::read(&rules, &text("code.txt").await?, &reading))
}

/// A text of the reference, or the file that could not be had.
async fn text(name: &str) -> Result<String, String> {
    let file = [REFERENCE, name].concat();
    let text = fetch::bytes(&file).await.and_then(|bytes| String::from_utf8(bytes).ok());
    text.ok_or(file)
}

/// A scenario that is in no list of stories and shows a rule of the reference.
/// Seldom asked for, so its future is not part of the one that loads the first step.
fn case<'a>(
    reader: &'a Reader,
    link: &'a Link,
    language: Language,
) -> Pin<Box<dyn Future<Output = Option<Entry>> + 'a>> {
    Box::pin(async move {
        let (_, bytes) = packed(reader, REFERENCE, &catalog_file(language)).await.ok()?;
        unpack::catalog(&bytes)?.entry(link.story.as_deref()?).cloned()
    })
}

/// What is asked for, and what is there already.
struct Given {
    link: Link,
    faults: Vec<Fault>,
    language: Language,
    words: Option<Arc<Words>>,
}

async fn bring(reader: &Reader, given: Given) {
    match edition(reader, &given).await {
        Ok((edition, mut found)) => {
            let mut spot = edition.spot(&given.link);
            // A link to another story says nothing about the steps of the one that is shown instead.
            if found.is_empty() {
                found = std::mem::take(&mut spot.faults);
            } else {
                spot.step = 0;
            }
            spot.faults = [given.faults, found].concat();
            reader.change(|state| state.open(edition, spot));
            // A link into the middle of a story shows what its step changed.
            motion::after(reader, None);
        }
        Err(problem) => reader.change(|state| state.problem = Some(problem)),
    }
}

/// The edition that a link asks for, with as little loaded anew as possible.
async fn edition(reader: &Reader, given: &Given) -> Result<(Arc<Edition>, Vec<Fault>), Problem> {
    let language = given.language;
    let now = reader.look(|state| state.edition.clone());
    let catalog = match now.as_ref().filter(|now| now.language == language) {
        Some(now) => now.catalog.clone(),
        None => catalog(reader, language).await?,
    };
    let is_listed = given.link.toml.is_some()
        || given.link.story.as_deref().is_none_or(|id| catalog.entry(id).is_some());
    let unlisted = if is_listed { None } else { case(reader, &given.link, language).await };
    let (entry, faults, folder) = match &unlisted {
        Some(entry) => (entry, Vec::new(), REFERENCE),
        None => {
            let (entry, faults) = choose(&catalog, &given.link).ok_or(Problem::NoStories)?;
            refuse_another(reader, &faults)?;
            (entry, faults, STORIES)
        }
    };
    let same_story = now.as_ref().filter(|now| now.tale.data.plan.id == entry.id);
    if let Some(same) = same_story.filter(|same| same.language == language) {
        return Ok((same.clone(), faults));
    }
    let known = now.as_ref().filter(|now| now.language == language).map(|now| now.words.clone());
    let words = match given.words.clone().or(known) {
        Some(words) => words,
        None => Arc::new(words(language).await?),
    };
    let data = match same_story {
        Some(same) => same.tale.data.clone(),
        None => {
            let (file, bytes) = packed(reader, folder, &data_file(&entry.id)).await?;
            Arc::new(unpack::story(&bytes, entry.fingerprint).ok_or(Problem::OtherVersion(file))?)
        }
    };
    let (file, bytes) = packed(reader, folder, &texts_file(&entry.id, language)).await?;
    let texts = Arc::new(unpack::texts(&bytes).ok_or(Problem::OtherVersion(file))?);
    let unknown = |UnknownSystem(name)| Problem::System(name);
    let words = with_names(language, words).await;
    let tale = Tale::begin(data, texts, entry.fingerprint).and_then(|tale| tale.finish());
    let tale = tale.map_err(unknown)?;
    let until = reader.look(|state| state.until.clone());
    let edition = Edition::new(language, words, catalog, tale).ending_at(until);
    Ok((Arc::new(edition), faults))
}

/// A host that wants one story wants no other instead.
fn refuse_another(reader: &Reader, faults: &[Fault]) -> Result<(), Problem> {
    match faults.first().filter(|_| !reader.host().takes_another_story()) {
        Some(Fault::System(name)) => Err(Problem::System(name.clone())),
        Some(Fault::Story(name)) => Err(Problem::Story(name.clone())),
        _ => Ok(()),
    }
}

async fn words(language: Language) -> Result<Words, Problem> {
    let file = ["locales/", language.tag(), ".bin"].concat();
    let bytes = fetch::bytes(&file).await.ok_or_else(|| Problem::Missing(file.clone()))?;
    let text = String::from_utf8(bytes).ok();
    text.and_then(|text| Words::parse(&text).ok()).ok_or(Problem::OtherVersion(file))
}

/// The words and the names that follow the first step. Where those cannot be had, the engine's own are shown.
async fn with_names(language: Language, words: Arc<Words>) -> Arc<Words> {
    if words.have_names() {
        return words;
    }
    let bytes = fetch::bytes(&["locales/names.", language.tag(), ".bin"].concat()).await;
    let names = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    names.and_then(|names| words.with(&names).ok()).map_or(words, Arc::new)
}

async fn catalog(reader: &Reader, language: Language) -> Result<Catalog, Problem> {
    let (file, bytes) = packed(reader, STORIES, &catalog_file(language)).await?;
    unpack::catalog(&bytes).ok_or(Problem::OtherVersion(file))
}

/// A packed file's path, for messages, and its bytes.
async fn packed(reader: &Reader, folder: &str, name: &str) -> Result<(String, Vec<u8>), Problem> {
    let file = [folder, name].concat();
    let own = reader.host().file(name);
    let bytes = if own.is_some() { own } else { fetch::bytes(&file).await };
    match bytes {
        Some(bytes) => Ok((file, bytes)),
        None => Err(Problem::Missing(file)),
    }
}
