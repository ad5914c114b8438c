import { lazyHydrated } from '#client/lazy-hydrated.tsx'
import type { SectionProps } from '#sections/section.ts'
import type { load } from './data.ts'
import css from './faq.module.css'
import type { settings } from './schema.ts'

const SearchableFaq = lazyHydrated(
  () => import('./searchable-faq.tsx').then((module) => module.SearchableFaq),
  'near',
)

/** All questions by group, with a search over them. */
export default function Faq({
  settings: { title },
  data,
  isFirst,
}: SectionProps<typeof settings, typeof load>) {
  if (data.groups.length === 0) return null
  const Title = isFirst ? 'h1' : 'h2'
  return (
    <div className={`wide ${css.faq}`}>
      {title && <Title className={css.title}>{title}</Title>}
      <SearchableFaq {...data} />
    </div>
  )
}
