import css from './icon-button.module.css'

/** A round button or link with an icon only. */
export const iconButtonClass = css.button
