import { Band } from '#sections/band.tsx'
import type { SectionProps } from '#sections/section.ts'
import { Paragraphs } from '#sections/section-paragraphs.tsx'
import { Icon } from '#ui/icon.tsx'
import css from './accordion.module.css'
import type { settings } from './schema.ts'

/** Headings that open their text: by key, by find-in-page, without scripts. */
export default function Accordion({ settings: { title, items } }: SectionProps<typeof settings>) {
  if (items.length === 0) return null
  return (
    <Band title={title}>
      <div className={css.accordion}>
        {items.map((item, at) => (
          <details key={at}>
            <summary>
              {item.title} <Icon name="plus" size={18} />
            </summary>
            <Paragraphs text={item.text} />
          </details>
        ))}
      </div>
    </Band>
  )
}
