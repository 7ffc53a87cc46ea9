//! Writes the reference for the page.

use crate::{code, reading, rules};
use midturn_locales::{MORE, RULES};
use midturn_scenarios::catalog::{LISTS, catalog_file, data_file, texts_file};
use midturn_scenarios::mutants::{self, Outcome};
use midturn_scenarios::{Catalog, Entry, Language, Story, fingerprint, pack};
use std::path::Path;
use std::{fs, io};

/// Writes everything that the page fetches when a reader looks closer. `root` is the repository's.
pub fn write(root: &Path, out: &Path) -> io::Result<()> {
    fs::create_dir_all(out)?;
    let stories = mutants::stories().map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        io::Error::other(lines.join("\n"))
    })?;
    let table = mutants::run(stories.clone());
    let put = |name: String, text: &str| fs::write(out.join(name), text);
    for (language, words) in MORE {
        put(format!("words.{language}.txt"), words)?;
    }
    for (language, sentences) in RULES {
        put(format!("rules.{language}.txt"), &rules::packed(sentences, &table))?;
    }
    for (language, text) in reading::TEXTS {
        put(format!("reading.{language}.txt"), &reading::packed(text))?;
    }
    put("code.txt".to_owned(), &code::packed(&code::excerpts(root)?))?;
    cases(&stories, &table, out)
}

/// The scenarios that show a rule and that no list of stories has, with a catalog of their own.
fn cases(stories: &[Story], table: &[Outcome], out: &Path) -> io::Result<()> {
    let listed = |id: &str| LISTS.iter().any(|(_, ids)| ids.contains(&id));
    let shows = |id: &str| {
        table.iter().any(|outcome| outcome.shown.as_ref().is_some_and(|s| s.scenario == id))
    };
    let mut listed_here = Vec::new();
    for story in stories {
        let id = &story.data.plan.id;
        if listed(id) || !shows(id) {
            continue;
        }
        let data = pack(&story.data.for_page());
        fs::write(out.join(data_file(id)), &data)?;
        for language in Language::ALL {
            fs::write(out.join(texts_file(id, language)), pack(story.texts(language)))?;
        }
        listed_here.push((story, fingerprint(&data)));
    }
    for language in Language::ALL {
        let entry = |(story, print): &(&Story, u64)| Entry::of(story, language, *print);
        let course = listed_here.iter().map(entry).collect();
        let catalog = Catalog { course, ..Catalog::default() };
        fs::write(out.join(catalog_file(language)), pack(&catalog))?;
    }
    Ok(())
}
