import type { ReactNode } from 'react'
import css from './list.module.css'
import { useList } from './use-list.ts'

type Filter = Readonly<Record<string, string | undefined>>
type View = { id: number; name: string; filter: Filter }

type Props<Of> = {
  label: string
  views: readonly Of[]
  /** Beside the buttons: what can be done to the view that is shown, or to conditions that are none. */
  children: (shown: Of | undefined, hasConditions: boolean) => ReactNode
}

/** Saved conditions of the list: one press shows what meets them. Nothing without any and without conditions. */
export function ViewButtons<Of extends View>({ label, views, children }: Props<Of>) {
  const { filterValues, setFilters } = useList()
  const shown = views.find(({ filter }) => isSame(filter, filterValues))
  const hasConditions = Object.values(filterValues).some((value) => value && value !== 'all')
  if (views.length === 0 && !hasConditions) return null
  return (
    <nav className={css.views} aria-label={label}>
      {views.map((view) => (
        <button
          key={view.id}
          type="button"
          aria-current={view === shown ? 'true' : undefined}
          onClick={() => setFilters(view.filter)}
        >
          {view.name}
        </button>
      ))}
      {children(shown, hasConditions)}
    </nav>
  )
}

/** Whether two filters are the same; the tab “All” is none. */
function isSame(one: Filter, other: Filter): boolean {
  const conditions = (filter: Filter) =>
    JSON.stringify(
      Object.entries({ tab: 'all', ...filter })
        .filter(([, value]) => value)
        .toSorted(),
    )
  return conditions(one) === conditions(other)
}
