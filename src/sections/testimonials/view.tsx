import { Band } from '../band.tsx'
import type { SectionProps } from '../section.ts'
import type { settings } from './schema.ts'
import css from './testimonials.module.css'

export default function Testimonials({ settings: { title, items } }: SectionProps<typeof settings>) {
  if (items.length === 0) return null
  return (
    <Band title={title}>
      <ul className={css.list}>
        {items.map(({ quote, author, product }) => (
          <li key={quote}>
            <figure className={css.figure}>
              <blockquote>{quote}</blockquote>
              <figcaption>
                {author}
                {product && (
                  <a href={`/product/${product}`} aria-label={`See it: what ${author} bought`}>
                    See it
                  </a>
                )}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Band>
  )
}
