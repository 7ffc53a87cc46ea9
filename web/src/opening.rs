//! What a reader opens first: the start of a story, shown before the rest of this module is here.
//!
//! This is all that the first step waits for, so it does only what goes well. For everything else, a link into
//! the middle or a file that is missing, it steps back, and [`crate::load`] does it or says what is wrong.

use crate::browser::fetch;
use crate::edition::{Edition, Spot};
use crate::link::Link;
use crate::load::STORIES;
use crate::reader::Reader;
use crate::tale::Tale;
use crate::track::Grain;
use crate::unpack;
use midturn_locales::Words;
use midturn_scenarios::Language;
use midturn_scenarios::catalog::{catalog_file, data_file, texts_file};
use std::sync::Arc;

/// Shows the start of the story that a link means. False where it asks for more than that.
pub async fn open(reader: &Reader, link: &Link, language: Language, words: Arc<Words>) -> bool {
    let opened = begun(reader, link, language, words).await;
    let is_open = opened.is_some();
    if let Some(edition) = opened {
        let spot = Spot { grain: Grain::Told, step: 0, faults: Vec::new() };
        reader.change(|state| state.open(Arc::new(edition), spot));
    }
    is_open
}

async fn begun(
    reader: &Reader,
    link: &Link,
    language: Language,
    words: Arc<Words>,
) -> Option<Edition> {
    let catalog_file = catalog_file(language);
    let is_own = link.toml.is_some() || reader.host().file(&catalog_file).is_some();
    if link.step.is_some() || link.view == Some(Grain::Every) || is_own {
        return None;
    }
    let catalog = unpack::catalog(&packed(&catalog_file).await?)?;
    let entry = match &link.story {
        None => catalog.entries().next()?,
        Some(id) => catalog.entry(id)?,
    };
    // The first half of the module knows one system only.
    let is_here = catalog.entries().next().is_some_and(|first| first.system == entry.system);
    let is_meant = link.system.as_ref().is_none_or(|name| *name == entry.system)
        && link.version.is_none_or(|version| version == entry.fingerprint);
    if !is_here || !is_meant {
        return None;
    }
    let data = unpack::story(&packed(&data_file(&entry.id)).await?, entry.fingerprint)?;
    let texts = unpack::texts(&packed(&texts_file(&entry.id, language)).await?)?;
    let tale = Tale::begin(Arc::new(data), Arc::new(texts), entry.fingerprint).ok()?;
    let until = reader.look(|state| state.until.clone());
    Some(Edition::new(language, words, catalog, tale).ending_at(until))
}

async fn packed(name: &str) -> Option<Vec<u8>> {
    fetch::bytes(&[STORIES, name].concat()).await
}
