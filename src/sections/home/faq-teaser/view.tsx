import { Band } from '#sections/band.tsx'
import { Questions } from '#sections/questions.tsx'
import type { SectionProps } from '#sections/section.ts'
import css from './faq-teaser.module.css'
import type { settings } from './schema.ts'

export default function FaqTeaser({ settings: { title, items, cta } }: SectionProps<typeof settings>) {
  if (items.length === 0) return null
  return (
    <Band title={title} cta={cta}>
      <div className={css.teaser}>
        <Questions items={items} />
      </div>
    </Band>
  )
}
