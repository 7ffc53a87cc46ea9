//! `[matrix]`: a table whose cells are inputs of the story.

use super::desk::{Desk, Fields, Value};
use super::fault::FaultCode;
use super::names::Sort;
use crate::language::{InEach, Language};
use crate::story::MatrixTexts;
use midturn_engine::world::InputId;

/// The heads of a matrix.
#[derive(Default)]
pub(super) struct MatrixWords {
    columns: Vec<InEach<String>>,
    rows: Vec<InEach<String>>,
}

impl<'t> Desk<'t> {
    /// Row by row the inputs, and the heads; empty where the story has no matrix.
    pub(super) fn matrix(&mut self, root: Fields<'t>) -> (Vec<Vec<InputId>>, MatrixWords) {
        let Some(fields) = self.table_in(root, "matrix", "the matrix") else {
            return Default::default();
        };
        self.only(fields, &["columns", "row"]);
        for key in ["columns", "row"] {
            self.need(fields, key);
        }
        let columns = self.list_in(fields, "columns").iter();
        let columns: Vec<_> =
            columns.filter_map(|value| self.in_each(value, "a column's head")).collect();
        let rows = self.list_in(fields, "row").iter();
        let rows = rows.filter_map(|value| self.matrix_row(value, columns.len()));
        let (cells, rows) = rows.unzip();
        (cells, MatrixWords { columns, rows })
    }

    fn matrix_row(
        &mut self,
        value: &'t Value<'t>,
        columns: usize,
    ) -> Option<(Vec<InputId>, InEach<String>)> {
        let fields = self.table(value, "a row of the matrix")?;
        self.only(fields, &["say", "cells"]);
        let say = self.told_in(fields, "say", "what is said");
        let list = self.need(fields, "cells")?;
        let cells: Vec<InputId> = self.references(list, Sort::Input);
        let written = self.list(list).len();
        if written != columns {
            let found = format!("this row has {written} cells, and the matrix {columns} columns");
            let allowed = "a row has one cell for each column";
            return self.fault(list.span().start, FaultCode::Exclusive, found, allowed);
        }
        Some((cells, say))
    }
}

impl MatrixWords {
    pub(super) fn in_language(&self, language: Language) -> MatrixTexts {
        let told = |heads: &[InEach<String>]| {
            heads.iter().map(|head| head.get(language).clone()).collect()
        };
        MatrixTexts { columns: told(&self.columns), rows: told(&self.rows) }
    }
}
