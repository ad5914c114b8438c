import { Band } from '#sections/band.tsx'
import type { SectionProps } from '#sections/section.ts'
import css from './custom-html.module.css'
import type { settings } from './schema.ts'

/** HTML of the merchant. The server sanitizes it whenever a section is read (`map-settings.ts`). */
export default function CustomHtml({ settings: { title, html } }: SectionProps<typeof settings>) {
  if (!html.trim()) return null
  return (
    <Band title={title}>
      <div className={css.html} dangerouslySetInnerHTML={{ __html: html }} />
    </Band>
  )
}
