import type { CSSProperties } from 'react'
import { Band } from '#sections/band.tsx'
import type { SectionProps } from '#sections/section.ts'
import { Paragraphs } from '#sections/section-paragraphs.tsx'
import { Picture } from '#ui/picture.tsx'
import css from './columns.module.css'
import type { settings } from './schema.ts'

/** Short texts side by side. */
export default function Columns({ settings: { title, items, align } }: SectionProps<typeof settings>) {
  const shown = items.filter((item) => item.title || item.text || item.image)
  if (shown.length === 0) return null
  const Heading = title ? 'h3' : 'h2'
  return (
    <Band title={title}>
      <ul
        className={css.columns}
        data-align={align}
        style={{ '--columns': Math.min(4, shown.length) } as CSSProperties}
      >
        {shown.map((item, at) => (
          <li key={at}>
            {item.image && (
              <div className={css.picture}>
                <Picture image={item.image} sizes="(min-width: 40rem) 33vw, 100vw" ratio={4 / 3} />
              </div>
            )}
            {item.title && <Heading className={css.title}>{item.title}</Heading>}
            <Paragraphs text={item.text} />
            {item.cta && (
              <a
                className={css.link}
                href={item.cta.href}
                aria-label={item.title ? `${item.cta.label}: ${item.title}` : undefined}
              >
                {item.cta.label}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Band>
  )
}
