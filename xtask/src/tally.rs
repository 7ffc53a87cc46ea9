//! Counts tests by reading the closing lines of the programs that run them.
//!
//! Understood are libtest and wasm-bindgen-test (`test result: ok. 5 passed; 0 failed; ...`), Node's
//! runner (`pass 5` and `fail 0` behind a mark) and the scenarios' `5 passed, 0 failed in 3 files`.

/// How many tests passed and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Tests that passed.
    pub passed: u32,
    /// Tests that failed.
    pub failed: u32,
}

impl Tally {
    /// Adds what one printed line says, if it is a closing line.
    pub fn read(&mut self, line: &str) {
        if let Some(found) = libtest(line).or_else(|| node(line)).or_else(|| bare(line)) {
            self.add(found);
        }
    }

    /// Adds another count.
    pub fn add(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
    }

    /// The count of a stage that ran: a stage is itself one check when it counts no tests, and a
    /// failed stage has at least one failure.
    pub fn of_stage(self, success: bool) -> Tally {
        match (success, self.passed, self.failed) {
            (true, 0, 0) => Tally { passed: 1, failed: 0 },
            (false, passed, 0) => Tally { passed, failed: 1 },
            _ => self,
        }
    }
}

fn libtest(line: &str) -> Option<Tally> {
    let counts = line.trim().strip_prefix("test result: ")?;
    let (_, counts) = counts.split_once(". ")?;
    let count = |word: &str| {
        counts.split("; ").find_map(|part| part.strip_suffix(word)?.trim().parse().ok())
    };
    Some(Tally { passed: count("passed")?, failed: count("failed")? })
}

fn node(line: &str) -> Option<Tally> {
    let mut words = line.split_whitespace();
    let (mark, word, count) = (words.next()?, words.next()?, words.next()?);
    if !matches!(mark, "ℹ" | "#") || words.next().is_some() {
        return None;
    }
    let count = count.parse().ok()?;
    match word {
        "pass" => Some(Tally { passed: count, failed: 0 }),
        "fail" => Some(Tally { passed: 0, failed: count }),
        _ => None,
    }
}

fn bare(line: &str) -> Option<Tally> {
    let (passed, rest) = line.trim().split_once(" passed, ")?;
    let (failed, rest) = rest.split_once(" failed")?;
    let tally = Tally { passed: passed.parse().ok()?, failed: failed.parse().ok()? };
    (rest.is_empty() || rest.starts_with(" in ")).then_some(tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &str) -> (u32, u32) {
        let mut tally = Tally::default();
        lines.lines().for_each(|line| tally.read(line));
        (tally.passed, tally.failed)
    }

    #[test]
    fn closing_lines_are_added_up() {
        let libtest = "test a ... ok\n\
            test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\
            test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out\n";
        assert_eq!(read(libtest), (7, 3));
        assert_eq!(read("ℹ tests 4\nℹ pass 3\nℹ fail 1\nℹ skipped 0"), (3, 1));
        assert_eq!(read("30 passed, 2 failed in 4 files\n1 passed, 0 failed"), (31, 2));
    }

    #[test]
    fn other_lines_count_nothing() {
        assert_eq!(read("# pass the salt to 5 people\n5 passed\npass 5"), (0, 0));
    }

    #[test]
    fn a_stage_without_tests_is_one_check() {
        let none = Tally::default();
        assert_eq!(none.of_stage(true).passed, 1);
        assert_eq!(none.of_stage(false).failed, 1);
        let some = Tally { passed: 4, failed: 0 };
        assert_eq!(some.of_stage(true), some);
        assert_eq!(some.of_stage(false).failed, 1);
    }
}
