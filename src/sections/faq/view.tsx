import { Questions } from '../questions.tsx'
import type { SectionProps } from '../section.ts'
import css from './faq.module.css'
import type { settings } from './schema.ts'

/** All questions by group. */
export default function Faq({ settings: { title, groups }, isFirst }: SectionProps<typeof settings>) {
  if (groups.length === 0) return null
  const Title = isFirst ? 'h1' : 'h2'
  return (
    <div className={`wide ${css.faq}`}>
      {title && <Title className={css.title}>{title}</Title>}
      {groups.map((group) => (
        <section key={group.title} id={group.slug || undefined} className={css.group}>
          <h2>{group.title}</h2>
          <Questions items={group.items} />
        </section>
      ))}
    </div>
  )
}
