import css from './plain-select.module.css'

/** A select without a box, in a toolbar. */
export const plainSelectClass = css.select
