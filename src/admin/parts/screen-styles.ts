import css from './screen.module.css'

/** The look that lists and records of the back office have in common. */
export const screenStyles = css
