import type { SectionProps } from '#sections/section.ts'
import { Icon } from '#ui/icon.tsx'
import css from './promise-bar.module.css'
import type { settings } from './schema.ts'

/** The shop's promises, one line each. */
export default function PromiseBar({ settings: { items } }: SectionProps<typeof settings>) {
  if (items.length === 0) return null
  return (
    <section className="wide" aria-label="Our promises">
      <ul className={css.bar}>
        {items.map(({ icon, title, text }) => (
          <li key={title} className={css.item}>
            <Icon name={icon} size={26} />
            <p>
              <b>{title}</b>
              <span>{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
