//! The track: the steps at which the reader stops, and the way from one to the next.
//!
//! There are two grains. *Told* stops at the narrated steps, *every* at each step of the trace. Step 0,
//! the state before anything has happened, is a stop of both.

pub use midturn_scenarios::link::Grain;

/// A wish to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// To the next stop.
    Next,
    /// To the stop before.
    Back,
    /// To the start.
    First,
    /// To the last stop.
    Last,
    /// To the next stop at which a rule decided something.
    NextDecision,
    /// To the one before.
    BackDecision,
}

/// The stops of a story in one grain, ascending; the first is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    stops: Vec<u32>,
    decisions: Vec<u32>,
    total: usize,
}

impl Track {
    /// A track over these steps (0 is added), some of which show a decision.
    pub fn new(steps: impl Iterator<Item = u32>, decides: impl Fn(u32) -> bool) -> Track {
        let mut stops = vec![0];
        for step in steps {
            let place = stops.partition_point(|stop| *stop < step);
            if stops.get(place) != Some(&step) {
                stops.insert(place, step);
            }
        }
        let decisions = stops
            .windows(2)
            .filter(|pair| (pair[0] + 1..=pair[1]).any(&decides))
            .map(|pair| pair[1]);
        Track { decisions: decisions.collect(), total: stops.len() - 1, stops }
    }

    /// The same track, of which more stops are known to come: `total` after the start.
    pub fn announcing(self, total: usize) -> Track {
        Track { total: total.max(self.total), ..self }
    }

    /// The same track, as far as `step`: what comes after it is not shown.
    #[must_use]
    pub fn until(mut self, step: u32) -> Track {
        self.stops.retain(|stop| *stop <= step);
        self.decisions.retain(|stop| *stop <= step);
        self.total = self.stops.len() - 1;
        self
    }

    /// The same track, of which no more than `total` stops after the start are shown in the end.
    #[must_use]
    pub fn announcing_no_more_than(mut self, total: usize) -> Track {
        self.total = self.total.min(total);
        self
    }

    /// The stop that shows the state at `step`: itself or the nearest one before.
    pub fn settle(&self, step: u32) -> u32 {
        self.stops.get(self.number(step)).copied().unwrap_or(0)
    }

    /// How many stops lie between the start and `step`, itself included.
    pub fn number(&self, step: u32) -> usize {
        self.stops.partition_point(|stop| *stop <= step).saturating_sub(1)
    }

    /// How many stops there are after the start, those included that are still to come.
    pub fn total(&self) -> usize {
        self.total
    }

    /// The stops after the start, as far as the story has run.
    pub fn stops(&self) -> &[u32] {
        self.stops.get(1..).unwrap_or_default()
    }

    /// The stop with this number; the last one where there are fewer.
    pub fn stop(&self, number: usize) -> u32 {
        self.stops.get(number).or(self.stops.last()).copied().unwrap_or(0)
    }

    /// The stop before `step`; `step` itself at the start.
    pub fn before(&self, step: u32) -> u32 {
        self.go(step, Go::Back).unwrap_or(step)
    }

    /// The numbers of the stops at which something was decided.
    pub fn decisions(&self) -> Vec<usize> {
        self.decisions.iter().map(|step| self.number(*step)).collect()
    }

    /// The stop that a move leads to; nothing where it leads nowhere.
    pub fn go(&self, step: u32, go: Go) -> Option<u32> {
        let found = match go {
            Go::Next => self.stops.iter().find(|stop| **stop > step),
            Go::Back => self.stops.iter().rfind(|stop| **stop < step),
            Go::First => self.stops.first().filter(|stop| **stop != step),
            Go::Last => self.stops.last().filter(|stop| **stop != step),
            Go::NextDecision => self.decisions.iter().find(|stop| **stop > step),
            Go::BackDecision => self.decisions.iter().rfind(|stop| **stop < step),
        };
        found.copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track() -> Track {
        Track::new([9, 2, 5].into_iter(), |step| step == 4 || step == 9)
    }

    #[test]
    fn a_track_that_ends_early_has_no_stop_behind_its_end() {
        let cut = track().until(6);
        assert_eq!((cut.stops(), cut.total(), cut.decisions()), (&[2, 5][..], 2, vec![2]));
        assert_eq!((cut.go(5, Go::Next), cut.go(0, Go::Last)), (None, Some(5)));
        assert_eq!(track().announcing(9).announcing_no_more_than(4).total(), 4);
    }

    #[test]
    fn moves_lead_from_stop_to_stop_and_end_at_the_ends() {
        let track = track();
        assert_eq!(track.go(0, Go::Next), Some(2));
        assert_eq!(track.go(9, Go::Next), None);
        assert_eq!(track.go(5, Go::Back), Some(2));
        assert_eq!(track.go(0, Go::Back), None);
        assert_eq!((track.go(2, Go::First), track.go(0, Go::First)), (Some(0), None));
        assert_eq!((track.go(2, Go::Last), track.go(9, Go::Last)), (Some(9), None));
    }

    #[test]
    fn a_decision_between_two_stops_belongs_to_the_later_one() {
        let track = track();
        assert_eq!(track.decisions(), [2, 3]);
        assert_eq!(track.go(0, Go::NextDecision), Some(5));
        assert_eq!(track.go(9, Go::BackDecision), Some(5));
        assert_eq!(track.go(5, Go::BackDecision), None);
    }

    #[test]
    fn a_step_between_two_stops_shows_the_earlier_one() {
        let track = track();
        assert_eq!(track.settle(4), 2);
        assert_eq!(track.settle(100), 9);
        assert_eq!((track.number(0), track.number(5), track.total()), (0, 2, 3));
        assert_eq!((track.stop(1), track.stop(99)), (2, 9));
    }

    #[test]
    fn stops_that_are_still_to_come_are_counted_and_not_gone_to() {
        let track = track().announcing(7);
        assert_eq!((track.total(), track.stops()), (7, [2, 5, 9].as_slice()));
        assert_eq!((track.go(9, Go::Next), track.stop(6)), (None, 9));
    }

    #[test]
    fn a_story_without_steps_stays_at_its_start() {
        let track = Track::new([].into_iter(), |_| true);
        assert_eq!((track.total(), track.settle(7), track.go(0, Go::Next)), (0, 0, None));
    }
}
