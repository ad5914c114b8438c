/**
 * A table that exists only while a restore fills the database. A killed restore leaves it behind, so that no process
 * starts on an incomplete shop. ADR 0013.
 */
export const unfinishedRestoreTable = 'unfinished_restore'

export const isRestoreUnfinishedSql = `select to_regclass('${unfinishedRestoreTable}') is not null as is_unfinished`
