import { Band } from '#sections/band.tsx'
import type { SectionProps } from '#sections/section.ts'
import { Paragraphs } from '#sections/section-paragraphs.tsx'
import { SectionTabs } from '../section-tabs.tsx'
import type { settings } from './schema.ts'
import css from './tabs.module.css'

/** Texts, one shown at a time. */
export default function Tabs({ settings: { title, items } }: SectionProps<typeof settings>) {
  if (items.length === 0) return null
  return (
    <Band title={title}>
      <SectionTabs
        label={title || 'Choose a topic'}
        tabs={items.map((item) => ({
          title: item.title,
          content: (
            <div className={css.text}>
              <Paragraphs text={item.text} />
            </div>
          ),
        }))}
      />
    </Band>
  )
}
