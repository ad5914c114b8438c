import type { SectionProps } from '#sections/section.ts'
import css from './divider.module.css'
import type { settings } from './schema.ts'

/** A line or space between two sections. */
export default function Divider({ settings: { look, size } }: SectionProps<typeof settings>) {
  return (
    <div className={`wide ${css.divider}`} data-size={size}>
      {look === 'line' && <hr />}
    </div>
  )
}
