import css from './view.module.css'

/** Tells that the page updates automatically. */
export function FreshNote({ isShown }: { isShown: boolean }) {
  return isShown && <p className={`note ${css.screenOnly}`}>This page updates automatically.</p>
}
