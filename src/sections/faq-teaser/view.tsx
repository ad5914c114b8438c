import { Band } from '../band.tsx'
import { Questions } from '../questions.tsx'
import type { SectionProps } from '../section.ts'
import type { settings } from './schema.ts'

export default function FaqTeaser({ settings: { title, items, cta } }: SectionProps<typeof settings>) {
  if (items.length === 0) return null
  return (
    <Band title={title} cta={cta}>
      <Questions items={items} />
    </Band>
  )
}
