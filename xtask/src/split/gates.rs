//! The small functions that stand in the first half for those of the later one.

use anyhow::Result;
use walrus::ir::{UnaryOp, Value};
use walrus::{
    ConstExpr, FunctionBuilder, FunctionId, GlobalId, InstrSeqBuilder, LocalFunction, Module,
    TableId, TypeId, ValType,
};

/// The exported function that brings the later half in and returns when it is linked. The page's own.
pub const BRING: &str = "bring_later_now";
/// The exported global that is 1 once the later half is there. The page's script sets it.
pub const HERE: &str = ".here";

/// An exported global that is 0 until somebody sets it.
pub fn add_mark(module: &mut Module, name: &str) -> GlobalId {
    let zero = ConstExpr::Value(Value::I32(0));
    let mark = module.globals.add_local(ValType::I32, true, false, zero);
    module.exports.add(name, mark);
    mark
}

/// A function that returns when the later half is there.
pub fn ensure(module: &mut Module, here: GlobalId) -> Result<FunctionId> {
    let bring = module.exports.get_func(BRING)?;
    let mut builder = FunctionBuilder::new(&mut module.types, &[], &[]);
    let missing = |branch: &mut InstrSeqBuilder<'_>| {
        branch.call(bring);
    };
    builder.func_body().global_get(here).unop(UnaryOp::I32Eqz).if_else(None, missing, |_| {});
    Ok(builder.finish(Vec::new(), &mut module.funcs))
}

/// A function of the later half, as the first one can reach it.
pub struct Target {
    pub ty: TypeId,
    pub table: TableId,
    pub slot: u32,
}

impl Target {
    /// A stand-in for the function, with the same type.
    pub fn gate(&self, module: &mut Module, ensure: FunctionId) -> Result<LocalFunction> {
        let (takes, gives) = module.types.params_results(self.ty);
        let (takes, gives) = (takes.to_vec(), gives.to_vec());
        let arguments: Vec<_> = takes.iter().map(|ty| module.locals.add(*ty)).collect();
        let mut builder = FunctionBuilder::new(&mut module.types, &takes, &gives);
        let mut body = builder.func_body();
        body.call(ensure);
        for argument in &arguments {
            body.local_get(*argument);
        }
        body.i32_const(i32::try_from(self.slot)?).call_indirect(self.ty, self.table);
        Ok(builder.local_func(arguments))
    }
}
