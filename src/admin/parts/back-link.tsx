import { Link } from 'react-router'
import { Icon } from '#ui/icon.tsx'
import css from './parts.module.css'

/** The way from a record to its list, above the heading. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={css.back}>
    <Icon name="chevron-left" size={16} /> {children}
  </Link>
)
