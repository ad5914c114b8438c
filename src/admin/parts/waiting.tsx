import css from './parts.module.css'

/** Shown while a screen loads; announced, and invisible for the first moments. */
export const Waiting = () => (
  <p role="status" className={css.waiting}>
    Loading …
  </p>
)
