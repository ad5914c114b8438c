import type { SectionProps } from '#sections/section.ts'
import { LinkButton } from '#ui/button.tsx'
import css from './button-row.module.css'
import type { settings } from './schema.ts'

/** Links as a row of buttons. */
export default function ButtonRow({ settings: { items, align } }: SectionProps<typeof settings>) {
  if (items.length === 0) return null
  return (
    <div className={`wide ${css.row}`} data-align={align}>
      {items.map(({ label, href, look }, at) => (
        <LinkButton key={at} look={look} href={href}>
          {label}
        </LinkButton>
      ))}
    </div>
  )
}
