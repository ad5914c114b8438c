import css from './parts.module.css'

/** The look of labelled inputs, for fields that are not an `EntryField`. */
export const entryStyles = { form: css.form, field: css.field, input: css.input, failure: css.failure }
