//! A program and all that it started, so that all of it can be ended.
//!
//! A browser outlives a driver that is ended: it becomes a child of process 1, and one that is caught
//! in a loop then burns a processor for ever. So the family is written down while the parents live.
//! A process is known by its id and its start, since ids are given out again.

use std::collections::BTreeMap;
use std::process::Command;

/// The processes that one program started, itself among them.
pub struct Family {
    root: u32,
    /// Start times by process id.
    members: BTreeMap<u32, String>,
}

/// One process, as the system lists it.
#[derive(Debug, PartialEq, Eq)]
struct Listed {
    id: u32,
    parent: u32,
    started: String,
}

impl Family {
    /// The family of a program that was just started.
    pub fn of(root: u32) -> Self {
        let mut family = Self::unseen(root);
        family.look();
        family
    }

    fn unseen(root: u32) -> Self {
        Self { root, members: BTreeMap::new() }
    }

    /// Writes down who is there now. Best effort: where processes cannot be listed, nobody is added.
    pub fn look(&mut self) {
        self.add(&list());
    }

    fn add(&mut self, listed: &[Listed]) {
        // Each round finds one more generation; the bound is the number of processes.
        for _ in 0..listed.len() {
            let before = self.members.len();
            for process in listed {
                let is_root = self.members.is_empty() && process.id == self.root;
                let is_child = is_root
                    || listed.iter().any(|parent| parent.id == process.parent && self.has(parent));
                if is_child && !self.members.contains_key(&process.id) {
                    self.members.insert(process.id, process.started.clone());
                }
            }
            if self.members.len() == before {
                break;
            }
        }
    }

    fn has(&self, process: &Listed) -> bool {
        self.members.get(&process.id).is_some_and(|started| *started == process.started)
    }

    /// Ends every member that still runs.
    pub fn end(&mut self) {
        if cfg!(windows) {
            // Windows ends a tree by itself, as long as its root lives.
            let id = self.root.to_string();
            let _ = Command::new("taskkill").args(["/T", "/F", "/PID", &id]).output();
            return;
        }
        let listed = list();
        self.add(&listed);
        let alive = listed.iter().filter(|process| self.has(process));
        let ids: Vec<String> = alive.map(|process| process.id.to_string()).collect();
        if !ids.is_empty() {
            let _ = Command::new("kill").arg("-KILL").args(ids).output();
        }
    }
}

/// All processes of the machine; none where they cannot be listed.
fn list() -> Vec<Listed> {
    if cfg!(windows) {
        return Vec::new();
    }
    let output = Command::new("ps").args(["-A", "-o", "pid=,ppid=,lstart="]).output();
    output.map_or_else(|_| Vec::new(), |output| parse(&String::from_utf8_lossy(&output.stdout)))
}

fn parse(text: &str) -> Vec<Listed> {
    let read = |line: &str| {
        let mut words = line.split_whitespace();
        let (id, parent) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        Some(Listed { id, parent, started: words.collect::<Vec<_>>().join(" ") })
    };
    text.lines().filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(family: &Family) -> Vec<u32> {
        family.members.keys().copied().collect()
    }

    #[test]
    fn a_family_is_a_process_and_all_below_it() {
        let mut family = Family::unseen(10);
        family.add(&parse("12 11 a\n11 10 a\n10 1 a\n1 0 a\n20 1 a\n"));
        assert_eq!(ids(&family), [10, 11, 12]);
    }

    #[test]
    fn a_member_stays_one_when_its_parent_has_gone() {
        let mut family = Family::unseen(10);
        family.add(&parse("10 1 a\n11 10 a\n12 11 a\n"));
        let later = parse("12 1 a\n13 12 b\n");
        family.add(&later);
        assert_eq!(ids(&family), [10, 11, 12, 13]);
        assert!(family.has(&later[0]));
    }

    #[test]
    fn an_id_given_out_again_is_a_stranger() {
        let mut family = Family::unseen(10);
        family.add(&parse("10 1 a\n11 10 a\n"));
        let later = parse("11 1 b\n30 11 b\n");
        family.add(&later);
        assert_eq!(ids(&family), [10, 11]);
        assert!(!family.has(&later[0]));
    }
}
