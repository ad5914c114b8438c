import css from './breadcrumbs.module.css'
import { Icon } from './icon.tsx'

type Crumb = { name: string; url: string }

/** The path from the home page to this one. `current` is the page itself: no link. */
export function Breadcrumbs({ trail, current }: { trail: readonly Crumb[]; current: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={css.crumbs}>
        {[{ name: 'Home', url: '/' }, ...trail].map(({ name, url }) => (
          <li key={url}>
            <a href={url} dir="auto">
              {name}
            </a>
            <Icon name="chevron-right" size={14} />
          </li>
        ))}
        <li aria-current="page" dir="auto">
          {current}
        </li>
      </ol>
    </nav>
  )
}
