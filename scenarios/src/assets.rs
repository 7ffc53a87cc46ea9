//! Prepares the stories for the page: each is read, checked and packed. A story that is
//! wrong in any way stops the build.

use crate::catalog::{COURSE, LIFE, catalog_file, data_file, texts_file};
use crate::language::Language;
use crate::{Catalog, Entry, Fault, Story, check, fingerprint, pack, read_bytes};
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

/// What was written.
#[derive(Clone, Debug)]
pub struct Assets {
    /// How many stories.
    pub stories: usize,
    /// Every file written, with its size in bytes.
    pub files: Vec<(PathBuf, usize)>,
}

/// Why the stories could not be prepared.
#[derive(Debug)]
pub enum AssetsError {
    /// A file could not be read or written.
    Io(PathBuf, io::Error),
    /// A story has faults.
    Faults(Vec<Fault>),
    /// A story does not come out as it says: its id, and each failed verdict in words.
    Untrue(String, Vec<String>),
}

impl fmt::Display for AssetsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AssetsError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            AssetsError::Faults(faults) => {
                let lines: Vec<String> = faults.iter().map(Fault::to_string).collect();
                f.write_str(&lines.join("\n"))
            }
            AssetsError::Untrue(id, failures) => {
                write!(f, "the story {id} does not come out as it says:\n{}", failures.join("\n"))
            }
        }
    }
}

impl std::error::Error for AssetsError {}

/// Writes `catalog.LANGUAGE.bin`, and `ID.bin` and `ID.LANGUAGE.bin` for every story.
pub fn assets(scenarios: &Path, out: &Path) -> Result<Assets, AssetsError> {
    fs::create_dir_all(out).map_err(|error| AssetsError::Io(out.to_owned(), error))?;
    let mut assets = Assets { stories: 0, files: Vec::new() };
    let course = assets.write_list(&scenarios.join("course"), COURSE, out)?;
    let life = assets.write_list(&scenarios.join("life"), LIFE, out)?;
    assets.stories = course.len() + life.len();
    for language in Language::ALL {
        let list = |stories: &[(Story, u64)]| {
            stories.iter().map(|(story, print)| Entry::of(story, language, *print)).collect()
        };
        let catalog = Catalog { course: list(&course), life: list(&life) };
        assets.write(out, &catalog_file(language), &pack(&catalog))?;
    }
    Ok(assets)
}

/// A story without faults that comes out as it says.
fn sound_story(path: &Path) -> Result<Story, AssetsError> {
    let bytes = fs::read(path).map_err(|error| AssetsError::Io(path.to_owned(), error))?;
    let name = path.display().to_string();
    let story = read_bytes(&name, &bytes).map_err(AssetsError::Faults)?;
    let id = story.data.plan.id.clone();
    let report = match check::check(&story) {
        Ok(report) => report,
        Err(error) => return Err(AssetsError::Untrue(id, vec![error.to_string()])),
    };
    let failures: Vec<String> = report
        .failures()
        .map(|verdict| {
            let found = verdict.found.as_deref().unwrap_or_default();
            format!("  {}; {found}", verdict.expected)
        })
        .collect();
    if failures.is_empty() { Ok(story) } else { Err(AssetsError::Untrue(id, failures)) }
}

impl Assets {
    fn write_list(
        &mut self,
        folder: &Path,
        ids: &[&str],
        out: &Path,
    ) -> Result<Vec<(Story, u64)>, AssetsError> {
        let stories = ids.iter().map(|id| sound_story(&folder.join(format!("{id}.toml"))));
        stories
            .map(|story| {
                let story = story?;
                let fingerprint = self.write_story(out, &story)?;
                Ok((story, fingerprint))
            })
            .collect()
    }

    fn write_story(&mut self, out: &Path, story: &Story) -> Result<u64, AssetsError> {
        let id = &story.data.plan.id;
        let data = pack(&story.data.for_page());
        self.write(out, &data_file(id), &data)?;
        for language in Language::ALL {
            self.write(out, &texts_file(id, language), &pack(story.texts(language)))?;
        }
        Ok(fingerprint(&data))
    }

    fn write(&mut self, out: &Path, name: &str, bytes: &[u8]) -> Result<(), AssetsError> {
        let path = out.join(name);
        fs::write(&path, bytes).map_err(|error| AssetsError::Io(path.clone(), error))?;
        self.files.push((path, bytes.len()));
        Ok(())
    }
}
