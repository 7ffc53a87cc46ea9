//! The command line: a table of flags for each command, from which it is read and its help printed.
//!
//! Four commands with a handful of flags need no library, and one table cannot drift from its help.

use std::fmt::Write as _;

use anyhow::{Result, bail};

use crate::workspace::Workspace;

/// One command of `cargo xtask`.
pub struct Command {
    /// The word that names it.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// What a reader of its help should know beyond the flags.
    pub notes: &'static str,
    /// Its flags, in the order of the help.
    pub flags: &'static [Flag],
    /// Runs it.
    pub run: fn(&Workspace, &Flags) -> Result<()>,
}

/// One flag of a command, or what it is about: a name without dashes is a word that stands by itself.
pub struct Flag {
    /// Its name, with the dashes.
    pub name: &'static str,
    /// The word its value goes by in the help; `None` for a switch.
    pub value: Option<&'static str>,
    /// What it does.
    pub about: &'static str,
}

/// The flags that were given, each with its value.
#[derive(Debug, Default)]
pub struct Flags(Vec<(&'static str, String)>);

/// What the command line asks for.
pub enum Given {
    /// Print this and do nothing.
    Help(String),
    /// Run this command with these flags.
    Run(&'static Command, Flags),
}

impl Flags {
    /// Whether the switch was given.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(known, _)| *known == name)
    }

    /// The value given last for the flag.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// All values of a flag that takes a list: given again, or with commas between.
    pub fn list(&self, name: &str) -> Vec<&str> {
        self.0
            .iter()
            .filter(|(known, _)| *known == name)
            .flat_map(|(_, value)| value.split(','))
            .map(str::trim)
            .filter(|word| !word.is_empty())
            .collect()
    }
}

/// Reads the command line against the table of commands.
pub fn read(commands: &'static [Command], words: &[String]) -> Result<Given> {
    let Some((first, rest)) = words.split_first() else {
        return Ok(Given::Help(overview(commands)));
    };
    if is_help(first) {
        return Ok(Given::Help(overview(commands)));
    }
    let Some(command) = commands.iter().find(|command| command.name == first) else {
        let known: Vec<&str> = commands.iter().map(|command| command.name).collect();
        bail!("there is no command `{first}`; the commands are {}", known.join(", "));
    };
    if rest.iter().any(|word| is_help(word)) {
        return Ok(Given::Help(help(command)));
    }
    Ok(Given::Run(command, read_flags(command, rest)?))
}

fn is_help(word: &str) -> bool {
    matches!(word, "--help" | "-h" | "help")
}

/// Reads `--flag value`, `--flag=value` and `--switch`.
fn read_flags(command: &Command, words: &[String]) -> Result<Flags> {
    let mut flags = Flags::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if let Some(operand) = operand(command, &flags, word) {
            flags.0.push((operand, word.clone()));
            continue;
        }
        let (name, inline) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word.as_str(), None),
        };
        let Some(flag) = command.flags.iter().find(|flag| flag.name == name) else {
            bail!(
                "`{}` does not know `{name}`; see `cargo xtask {} --help`",
                command.name,
                command.name
            );
        };
        let value = match (flag.value, inline) {
            (None, None) => String::new(),
            (None, Some(_)) => bail!("`{name}` takes no value"),
            (Some(_), Some(value)) => value,
            (Some(what), None) => match words.next() {
                Some(value) if !value.starts_with("--") => value.clone(),
                _ => bail!("`{name}` needs a value: `{name} {what}`"),
            },
        };
        flags.0.push((flag.name, value));
    }
    Ok(flags)
}

/// What a word without dashes stands for: the first such name that has no value yet.
fn operand(command: &Command, given: &Flags, word: &str) -> Option<&'static str> {
    let names = command.flags.iter().map(|flag| flag.name).filter(|name| !name.starts_with('-'));
    if word.starts_with('-') { None } else { names.into_iter().find(|name| !given.has(name)) }
}

/// The help of the whole program.
fn overview(commands: &[Command]) -> String {
    let mut text = String::from("cargo xtask COMMAND [FLAGS]\n\n");
    let rows = commands.iter().map(|command| (command.name.to_owned(), command.about));
    table(&mut text, rows);
    text.push_str("\n`cargo xtask COMMAND --help` lists a command's flags.\n");
    text
}

/// The help of one command.
fn help(command: &Command) -> String {
    let mut text = format!("cargo xtask {} [FLAGS]\n\n{}.\n", command.name, command.about);
    if !command.notes.is_empty() {
        let _ = writeln!(text, "\n{}", command.notes.trim());
    }
    text.push('\n');
    let rows = command.flags.iter().map(|flag| {
        let name = match flag.value {
            Some(value) => format!("{} {value}", flag.name),
            None => flag.name.to_owned(),
        };
        (name, flag.about)
    });
    table(&mut text, rows.chain([("--help".to_owned(), "Print this")]));
    text
}

/// Two columns, the second aligned.
fn table<'a>(text: &mut String, rows: impl Iterator<Item = (String, &'a str)>) {
    let rows: Vec<_> = rows.collect();
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, about) in rows {
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "  {name:width$}  {about}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Command = Command {
        name: "do",
        about: "Does it",
        notes: "",
        flags: &[
            Flag { name: "--port", value: Some("N"), about: "Where" },
            Flag { name: "THING", value: None, about: "What" },
            Flag { name: "--quick", value: None, about: "Sooner" },
        ],
        run: |_, _| Ok(()),
    };
    static COMMANDS: &[Command] = &[TEST];

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    fn flags(line: &str) -> Result<Flags> {
        read_flags(&TEST, &words(line))
    }

    fn refusal(line: &str) -> String {
        flags(line).expect_err("must be refused").to_string()
    }

    #[test]
    fn both_ways_to_write_a_value_are_read() {
        let given = flags("--port 7 --quick").expect("valid");
        assert_eq!(given.value("--port"), Some("7"));
        assert!(given.has("--quick"));
        assert_eq!(flags("--port=8").expect("valid").value("--port"), Some("8"));
        assert!(!flags("").expect("valid").has("--quick"));
    }

    #[test]
    fn a_list_comes_from_commas_and_repetition() {
        let given = flags("--port 1,2 --port=3").expect("valid");
        assert_eq!(given.list("--port"), ["1", "2", "3"]);
        assert_eq!(given.value("--port"), Some("3"));
    }

    #[test]
    fn what_is_not_understood_is_refused_with_a_way_on() {
        assert!(refusal("--prot 7").contains("cargo xtask do --help"));
        assert!(refusal("--port").contains("--port N"));
        assert!(refusal("--port --quick").contains("needs a value"));
        assert!(refusal("--quick=yes").contains("takes no value"));
        let unknown = read(COMMANDS, &words("walk")).err().expect("refused");
        assert!(unknown.to_string().contains("the commands are do"));
    }

    #[test]
    fn a_word_that_stands_by_itself_has_a_name_too() {
        let given = flags("--port 7 this --quick").expect("valid");
        assert_eq!((given.value("THING"), given.value("--port")), (Some("this"), Some("7")));
        assert!(refusal("this that").contains("does not know `that`"));
    }

    #[test]
    fn help_names_every_flag() {
        let Ok(Given::Help(text)) = read(COMMANDS, &words("do --help")) else {
            panic!("help was asked for");
        };
        for flag in TEST.flags {
            assert!(text.contains(flag.name), "{} is missing", flag.name);
        }
    }
}
