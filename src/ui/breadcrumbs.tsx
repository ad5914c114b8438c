import css from './breadcrumbs.module.css'
import { Icon } from './icon.tsx'

type Crumb = { name: string; url: string }

/** The way from the home page to here. `current` is the page itself: no link. */
export function Breadcrumbs({ trail, current }: { trail: readonly Crumb[]; current: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={css.crumbs}>
        {[{ name: 'Home', url: '/' }, ...trail].map(({ name, url }) => (
          <li key={url}>
            <a href={url}>{name}</a>
            <Icon name="chevron-right" size={14} />
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  )
}
