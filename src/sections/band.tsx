import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import css from './band.module.css'

type Props = { title: string; cta?: { label: string; href: string } | null; children: ReactNode }

/** A band of a page with a heading and a link to more. */
export function Band({ title, cta, children }: Props) {
  return (
    <section className={`wide ${css.band}`}>
      {title && (
        <div className={css.head}>
          <h2>{title}</h2>
          {cta && (
            <a className={css.more} href={cta.href} aria-label={`${cta.label}: ${title}`}>
              {cta.label} <Icon name="arrow-right" size={16} />
            </a>
          )}
        </div>
      )}
      {children}
    </section>
  )
}
