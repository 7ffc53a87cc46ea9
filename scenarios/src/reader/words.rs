//! Texts in three languages.

use super::desk::{Desk, Fields, Value};
use super::fault::FaultCode;
use crate::language::{InEach, Language};
use midturn_engine::world::MessageId;
use toml::de::DeValue;

impl<'t> Desk<'t> {
    /// A text that must be there in every language.
    pub(super) fn told_in(
        &mut self,
        fields: Fields<'t>,
        key: &str,
        what: &'static str,
    ) -> InEach<String> {
        let Some(value) = self.need(fields, key) else { return InEach::default() };
        self.in_each(value, what).unwrap_or_default()
    }

    /// A text that is plain or in every language. Of a message's text the plan holds the English one.
    pub(super) fn wording(&mut self, value: &'t Value<'t>, of: &MessageId) -> Option<String> {
        if !matches!(value.get_ref(), DeValue::Table(_)) {
            return self.text(value);
        }
        let each = self.in_each(value, "a text in three languages")?;
        let base = each.en.clone();
        self.translated.push((*of, each));
        Some(base)
    }

    pub(super) fn in_each(
        &mut self,
        value: &'t Value<'t>,
        what: &'static str,
    ) -> Option<InEach<String>> {
        let fields = self.table(value, what)?;
        self.only(fields, &Language::ALL.map(Language::tag));
        Some(InEach::each(|language| self.in_language(fields, language)))
    }

    fn in_language(&mut self, fields: Fields<'t>, language: Language) -> String {
        let tag = language.tag();
        let text = match fields.get(tag) {
            Some(value) => self.text(value),
            None => {
                let found = format!("{} lacks {tag}", fields.what);
                let allowed = "en, zh-Hans and zh-Hant belong here".to_owned();
                self.missing(fields, tag, FaultCode::MissingLanguage, found, allowed)
            }
        };
        text.unwrap_or_default()
    }
}
