import css from './chip-link.module.css'

/** A link as a chip: a tag, a category, an applied filter. */
export const chipLinkClass = css.chip

/** A row of chips that wraps. */
export const chipListClass = css.list
