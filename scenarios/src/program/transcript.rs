//! `transcript`: the sentences of a story as HTML, for the page that is read without scripts.

use super::{FAILED, GOOD, UNUSABLE, complain, home, load, misused, say};
use midturn_scenarios::{LISTS, Language, Texts};

pub(super) fn run(args: &[&str]) -> u8 {
    let (id, language) = match *args {
        [id] => (id, Language::En),
        [id, "--lang", tag] | ["--lang", tag, id] => {
            match Language::ALL.into_iter().find(|language| language.tag() == tag) {
                Some(language) => (id, language),
                None => return misused(&format!("{tag:?} is none of en, zh-Hans, zh-Hant")),
            }
        }
        _ => return misused("transcript takes the id of one story"),
    };
    let Some((folder, _)) = LISTS.iter().find(|(_, ids)| ids.contains(&id)) else {
        let known: Vec<&str> = LISTS.iter().flat_map(|(_, ids)| *ids).copied().collect();
        complain(&format!("there is no story {id:?}; there are {}", known.join(", ")));
        return FAILED;
    };
    let path = home().join(folder).join(format!("{id}.toml"));
    match load(&path.display().to_string()) {
        Ok(story) => {
            say(&html(story.texts(language)));
            GOOD
        }
        Err(faults) => {
            complain(&faults);
            UNUSABLE
        }
    }
}

/// Title, question, an item a sentence, and what the reader now knows.
fn html(texts: &Texts) -> String {
    let mut html =
        format!("<h2>{}</h2>\n<p>{}</p>\n<ol>\n", escaped(&texts.title), escaped(&texts.question));
    for sentence in &texts.beats {
        html.push_str(&format!("<li>{}</li>\n", escaped(sentence)));
    }
    html.push_str(&format!("</ol>\n<p>{}</p>\n", escaped(&texts.closing)));
    html
}

/// Text as it stands between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_text() {
        assert_eq!(escaped("<b>&amp;</b> \"a\""), "&lt;b&gt;&amp;amp;&lt;/b&gt; \"a\"");
        let texts = Texts {
            title: "1 < 2".to_owned(),
            question: "a & b?".to_owned(),
            closing: "</p>".to_owned(),
            beats: vec!["<script>".to_owned(), "two".to_owned()],
            ..Texts::default()
        };
        assert_eq!(
            html(&texts),
            "<h2>1 &lt; 2</h2>\n<p>a &amp; b?</p>\n<ol>\n<li>&lt;script&gt;</li>\n<li>two</li>\n</ol>\n<p>&lt;/p&gt;</p>\n"
        );
    }
}
