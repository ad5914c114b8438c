import css from './view.module.css'

/** That nobody has to reload. */
export function FreshNote({ isShown }: { isShown: boolean }) {
  return isShown && <p className={css.fresh}>This page looks for news every minute while it is open.</p>
}
