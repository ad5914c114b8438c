import css from './search-field.module.css'

/** A form with an icon, a search input and its button in one frame. */
export const searchFieldClass = css.search
