import css from './record.module.css'

/** The look of a screen of one record, for the folders beside this one. */
export const recordStyles = css
