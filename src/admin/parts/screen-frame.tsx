import { useEffect } from 'react'
import { Link } from 'react-router'
import { Icon } from '#ui/icon.tsx'
import css from './parts.module.css'

/** The name of the screen in the window's title. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} – Back office`
  }, [title])
}

/** The way from a record to its list, above the heading. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={css.back}>
    <Icon name="chevron-left" size={16} /> {children}
  </Link>
)

type FailureProps = { title: string; error: Error; to: string; all: string }

/** In place of a record that could not be read. */
export const RecordFailure = ({ title, error, to, all }: FailureProps) => (
  <div role="alert">
    <h1>{title}</h1>
    <p>{error.message}</p>
    <Link to={to}>{all}</Link>
  </div>
)

/** Shown while a screen loads; announced, and invisible for the first moments. */
export const Waiting = () => (
  <p role="status" className={css.waiting}>
    Loading …
  </p>
)
