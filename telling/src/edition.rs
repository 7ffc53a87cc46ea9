//! An edition: a story in one language, with everything the page says about it.

use crate::tale::{Tale, UnknownSystem};
use crate::teller::Teller;
use crate::track::{Grain, Track};
use midturn_locales::{Key, Words};
use midturn_scenarios::link::{Fault, Link};
use midturn_scenarios::{Catalog, Entry, Language, step_id};
use std::sync::Arc;

/// What is being read.
pub struct Edition {
    /// The language.
    pub language: Language,
    /// The page's words in it.
    pub words: Arc<Words>,
    /// All stories.
    pub catalog: Catalog,
    /// This one.
    pub tale: Tale,
    told: Track,
    every: Track,
    /// The step at which it ends for this reader, by its id; nothing where it is shown to its end.
    until: Option<String>,
}

/// Where a link leads in an edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The grain.
    pub grain: Grain,
    /// The step.
    pub step: u32,
    /// What in the link could not be used.
    pub faults: Vec<Fault>,
}

impl Edition {
    /// The system and the version that the story has chosen.
    pub fn system(&self) -> String {
        let name = self.words.name("system", self.tale.system.name);
        match self.tale.version() {
            Some(version) => [name, " ", version.name, " (", version.since, ")"].concat(),
            None => name.to_owned(),
        }
    }

    /// Puts one together.
    pub fn new(language: Language, words: Arc<Words>, catalog: Catalog, tale: Tale) -> Edition {
        let (told, every) = (tale.track(Grain::Told), tale.track(Grain::Every));
        Edition { language, words, catalog, tale, told, every, until: None }
    }

    /// The same edition in these words, with its story run to the end.
    pub fn finish(&self, words: Arc<Words>) -> Result<Edition, UnknownSystem> {
        let whole = Edition::new(self.language, words, self.catalog.clone(), self.tale.finish()?);
        Ok(whole.ending_at(self.until.clone()))
    }

    /// The same edition, shown as far as the step of this id. One that does not exist ends nothing.
    #[must_use]
    pub fn ending_at(mut self, until: Option<String>) -> Edition {
        if let Some(name) = &until {
            let data = &self.tale.data;
            match step_id::find(data, &self.tale.record.steps, name) {
                Some(step) => {
                    self.told = self.told.until(step);
                    self.every = self.every.until(step);
                }
                // The story is only begun, and that step is still to come.
                None => {
                    let beat = data.beats.iter().position(|beat| beat.id == *name);
                    let total = beat.map_or(usize::MAX, |index| index + 1);
                    self.told = self.told.announcing_no_more_than(total);
                }
            }
        }
        self.until = until;
        self
    }

    /// Whether the story is shown as far as this step and no further.
    pub fn ends_at(&self, until: Option<&str>) -> bool {
        self.until.as_deref() == until
    }

    /// The stops of a grain.
    pub fn track(&self, grain: Grain) -> &Track {
        match grain {
            Grain::Told => &self.told,
            Grain::Every => &self.every,
        }
    }

    /// Speaks about it.
    pub fn teller(&self) -> Teller<'_> {
        Teller { words: &self.words, tale: &self.tale }
    }

    /// Every list of stories, with its name.
    pub fn lists(&self) -> [(Key, &[Entry]); 2] {
        [(Key::Course, &self.catalog.course), (Key::FromLife, &self.catalog.life)]
    }

    /// "Step 7 of 19", and the virtual time.
    pub fn place_of(&self, grain: Grain, step: u32) -> (String, String) {
        let (words, track) = (&self.words, self.track(grain));
        let (number, total) = (track.number(step), track.total().to_string());
        let place = match number {
            0 => words.fill(Key::AtStartOf, &[("total", &total)]),
            _ => words.fill(Key::StepOf, &[("number", &number.to_string()), ("total", &total)]),
        };
        let millis = self.tale.moment(step).map_or(0, |moment| moment.snapshot.at.0);
        (place, clock(words, millis))
    }

    /// The name of the story's list, its place there, and how many stories the list has.
    pub fn place(&self) -> Option<(Key, usize, usize)> {
        self.lists().into_iter().find_map(|(name, entries)| {
            let place = entries.iter().position(|entry| self.is(entry))?;
            Some((name, place, entries.len()))
        })
    }

    /// The story that comes after it: behind the course come those from life.
    pub fn next_entry(&self) -> Option<&Entry> {
        self.catalog.entries().skip_while(|entry| !self.is(entry)).nth(1)
    }

    /// Whether this is the story's entry.
    pub fn is(&self, entry: &Entry) -> bool {
        entry.id == self.tale.data.plan.id
    }

    /// The link to a step.
    pub fn link(&self, step: u32, grain: Grain) -> Link {
        Link {
            step: step_id::name(&self.tale.data, &self.tale.record.steps, step),
            view: Some(grain).filter(|grain| *grain != Grain::default()),
            version: Some(self.tale.fingerprint),
            ..link_to(&self.tale.data.plan.system, &self.tale.data.plan.id, self.language)
        }
    }

    /// Where a link leads, if it means this story. A step that is not there leads to the start.
    pub fn spot(&self, link: &Link) -> Spot {
        let steps = &self.tale.record.steps;
        let mut faults = Vec::new();
        if link.version.is_some_and(|version| version != self.tale.fingerprint) {
            faults.push(Fault::Changed);
        }
        let found = match &link.step {
            None => Some(0),
            Some(name) => step_id::find(&self.tale.data, steps, name),
        };
        if let (None, Some(name)) = (found, &link.step) {
            faults.push(Fault::Step(name.clone()));
        }
        let step = found.unwrap_or(0);
        let is_told = self.told.settle(step) == step;
        let grain = link.view.unwrap_or(if is_told { Grain::Told } else { Grain::Every });
        Spot { grain, step: self.track(grain).settle(step), faults }
    }
}

const MINUTE_MS: u64 = 60_000;

/// The virtual time, in seconds; from a minute on in what people say for it.
fn clock(words: &Words, millis: u64) -> String {
    if millis < MINUTE_MS {
        return words.fill(Key::Clock, &[("seconds", &seconds(millis))]);
    }
    long_clock(words, millis)
}

/// "1 h 1 min 43 s": what is none is left out.
#[inline(never)]
fn long_clock(words: &Words, millis: u64) -> String {
    let (minutes, rest) = (millis / MINUTE_MS, millis % MINUTE_MS);
    let parts = [
        (Key::ClockHours, "hours", minutes / 60, (minutes / 60).to_string()),
        (Key::ClockMinutes, "minutes", minutes % 60, (minutes % 60).to_string()),
        (Key::Clock, "seconds", rest, seconds(rest)),
    ];
    let told = parts.iter().filter(|(_, _, amount, _)| *amount > 0);
    let told: Vec<String> =
        told.map(|(key, name, _, text)| words.fill(*key, &[(*name, text)])).collect();
    told.join(" ")
}

/// Virtual milliseconds as seconds, without zeros at the end.
fn seconds(millis: u64) -> String {
    let (whole, rest) = ((millis / 1_000).to_string(), millis % 1_000);
    if rest == 0 {
        return whole;
    }
    let digits = (1_000 + rest).to_string();
    [&whole, ".", digits.get(1..).unwrap_or_default().trim_end_matches('0')].concat()
}

/// The link to a story's start.
pub fn link_to(system: &str, story: &str, language: Language) -> Link {
    Link {
        system: Some(system.to_owned()),
        story: Some(story.to_owned()),
        language: Some(language),
        ..Link::default()
    }
}

/// The story that a link means; the first of the course where it means none. Nothing in an empty catalog.
pub fn choose<'a>(catalog: &'a Catalog, link: &Link) -> Option<(&'a Entry, Vec<Fault>)> {
    let first = catalog.entries().next()?;
    // Another scenario may have the same id; it is not the one that is meant.
    if link.toml.is_some() {
        return Some((first, vec![Fault::Own]));
    }
    let system_is_known = |name: &&String| catalog.entries().any(|e| e.system == **name);
    if let Some(system) = link.system.as_ref().filter(|name| !system_is_known(name)) {
        return Some((first, vec![Fault::System(system.clone())]));
    }
    match &link.story {
        None => Some((first, Vec::new())),
        Some(id) => match catalog.entry(id) {
            Some(entry) => Some((entry, Vec::new())),
            None => Some((first, vec![Fault::Story(id.clone())])),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn behind_the_course_come_the_stories_from_life() {
        let mut edition = sample::edition("en");
        let mut seen = Vec::new();
        while let Some(next) = edition.next_entry().map(|entry| entry.id.clone()) {
            let data = Arc::make_mut(&mut edition.tale.data);
            Arc::make_mut(&mut data.plan).id.clone_from(&next);
            seen.push((next, edition.place()));
        }
        let other = ("other".to_owned(), Some((Key::Course, 1, 2)));
        assert_eq!(seen, [other, ("lived".to_owned(), Some((Key::FromLife, 0, 1)))]);
    }

    #[test]
    fn a_story_that_is_only_begun_shows_what_the_whole_one_shows() {
        let whole = sample::edition("en");
        let (data, texts) = (sample::data().for_page(), sample::texts());
        let begun = Tale::begin(Arc::new(data), Arc::new(texts), 7).expect("the page has Codex");
        assert!(!begun.is_over() && whole.tale.is_over());
        let begun = Edition::new(Language::En, whole.words.clone(), whole.catalog.clone(), begun);
        let stage = |edition: &Edition, at| crate::stage::Stage::at(&edition.teller(), 0, at);
        assert!(begun.tale.record.last() > 0, "it opens with somebody writing");
        for step in 0..=begun.tale.record.last() {
            assert_eq!(stage(&begun, step), stage(&whole, step));
        }
        assert_eq!(begun.track(Grain::Told).total(), whole.track(Grain::Told).total());
        let finished = begun.finish(whole.words.clone()).expect("as before");
        assert_eq!(finished.tale.record, whole.tale.record);
    }

    #[test]
    fn a_link_to_a_step_leads_back_to_it() {
        let edition = sample::edition("en");
        for n in 0..=edition.tale.record.last() {
            let link = edition.link(n, Grain::Every);
            let (read, faults) = Link::read(&link.write());
            assert_eq!(faults, []);
            let spot = edition.spot(&read);
            assert_eq!(spot, Spot { grain: Grain::Every, step: n, faults: vec![] });
        }
    }

    #[test]
    fn a_changed_story_is_told_and_the_step_kept() {
        let edition = sample::edition("en");
        let step = edition.track(Grain::Told).stop(2);
        let link = Link { version: Some(1), ..edition.link(step, Grain::Told) };
        let spot = edition.spot(&link);
        assert_eq!((spot.step, spot.faults), (step, vec![Fault::Changed]));
    }

    #[test]
    fn a_step_that_is_not_there_leads_to_the_start() {
        let edition = sample::edition("en");
        let link = Link { step: Some("gone".into()), ..edition.link(3, Grain::Told) };
        let spot = edition.spot(&link);
        assert_eq!((spot.step, spot.faults), (0, vec![Fault::Step("gone".into())]));
    }

    #[test]
    fn a_story_that_is_not_there_leads_to_the_first() {
        let catalog = sample::catalog();
        let bad =
            |link: Link| choose(&catalog, &link).map(|(entry, faults)| (entry.id.clone(), faults));
        let story = Link { story: Some("x".into()), ..Link::default() };
        assert_eq!(bad(story), Some(("sample".into(), vec![Fault::Story("x".into())])));
        let system = Link { system: Some("y".into()), ..Link::default() };
        assert_eq!(bad(system), Some(("sample".into(), vec![Fault::System("y".into())])));
        let own = Link { story: Some("sample".into()), toml: Some("AA".into()), ..Link::default() };
        assert_eq!(bad(own), Some(("sample".into(), vec![Fault::Own])));
        assert_eq!(choose(&Catalog::default(), &Link::default()), None);
    }

    #[test]
    fn time_is_told_in_seconds() {
        let told = [0, 9_000, 30_100, 1_050, 111].map(seconds);
        assert_eq!(told, ["0", "9", "30.1", "1.05", "0.111"]);
    }

    #[test]
    fn long_times_are_told_in_hours_and_minutes() {
        let told = |language| {
            let words = sample::edition(language).words.clone();
            [59_900, 60_000, 157_500, 3_600_000, 3_703_000].map(|millis| clock(&words, millis))
        };
        assert_eq!(told("en"), ["59.9 s", "1 min", "2 min 37.5 s", "1 h", "1 h 1 min 43 s"]);
        assert_eq!(told("zh-Hant")[4], "1 小時 1 分 43 秒");
    }
}
