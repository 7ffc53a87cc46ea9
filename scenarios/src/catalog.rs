//! The catalog: which stories there are, in which order, under which names.

use crate::language::Language;
use crate::story::Story;
use serde::{Deserialize, Serialize};

/// The stories of the course by id, in the order in which a reader should meet them. Each is a file
/// `course/ID.toml`.
pub const COURSE: &[&str] = &[
    "first-message",
    "queue-the-next-task",
    "add-to-the-current-task",
    "two-in-the-drain",
    "mail-while-it-thinks",
    "first-request-takes-no-waiting-mail",
    "the-answer-is-on-screen",
    "the-gate-reopens",
    "wake-an-idle-agent",
    "too-late-to-steer",
    "review-and-compact-refuse",
    "compaction-comes-first",
    "waits-that-listen",
    "stop",
    "who-goes-first-when-idle",
    "the-window-closes",
    "three-ways-in",
    "approvals-are-not-mail",
    "how-pi-does-it",
    "how-opencode-does-it",
    "how-opencode-v2-does-it",
    "how-dsh-does-it",
    "how-claude-code-does-it",
];

/// The stories from life by id: what was publicly reported to have happened to people. Each is a file
/// `life/ID.toml`.
pub const LIFE: &[&str] = &[
    "steer-while-a-tool-runs",
    "steer-after-the-turn-ended",
    "two-texts-with-tab",
    "esc-with-a-steer-and-a-queued-text",
    "mail-after-the-answer",
    "the-steer-call-times-out",
    "enter-during-tool-work",
    "two-texts-behind-a-sub-agent",
    "background-job-ends-while-idle",
    "steer-and-follow-up",
    "text-sent-while-busy",
    "pull-the-text-back",
    "three-corrections",
];

/// Every list of stories, with its folder.
pub const LISTS: [(&str, &[&str]); 2] = [("course", COURSE), ("life", LIFE)];

/// All stories that a page offers, each list in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Catalog {
    /// The course.
    pub course: Vec<Entry>,
    /// The stories from life.
    pub life: Vec<Entry>,
}

/// A story in the catalog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its id, as in links and file names.
    pub id: String,
    /// The system that runs it.
    pub system: String,
    /// Its name in the catalog's language.
    pub title: String,
    /// The fingerprint of its packed data: a link that carries another one was made for another
    /// version of the story.
    pub fingerprint: u64,
}

impl Entry {
    /// A story's entry in the catalog of a language.
    pub fn of(story: &Story, language: Language, fingerprint: u64) -> Entry {
        Entry {
            id: story.data.plan.id.clone(),
            system: story.data.plan.system.clone(),
            title: story.texts(language).title.clone(),
            fingerprint,
        }
    }
}

impl Catalog {
    /// Every story: the course, then those from life.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.course.iter().chain(&self.life)
    }

    /// A story by its id.
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries().find(|entry| entry.id == id)
    }
}

/// The file of the packed catalog in a language.
pub fn catalog_file(language: Language) -> String {
    format!("catalog.{}.bin", language.tag())
}

/// The file of a story's packed [`crate::StoryData`].
pub fn data_file(id: &str) -> String {
    format!("{id}.bin")
}

/// The file of a story's packed [`crate::Texts`] in a language.
pub fn texts_file(id: &str, language: Language) -> String {
    format!("{id}.{}.bin", language.tag())
}
