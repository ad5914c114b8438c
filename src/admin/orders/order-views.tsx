import { useQueryClient } from '@tanstack/react-query'
import type { OrderView } from '#contract/admin/orders.ts'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryField } from '../parts/entry-field.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import css from './order-list.module.css'
import { useOrders } from './use-orders.ts'

/** The saved views of the list: one press shows its orders. The view that is shown can be removed; other conditions can be saved as one. */
export function OrderViews({ views }: { views: readonly OrderView[] }) {
  const { filterValues, setFilters } = useOrders()
  const { may } = useSession()
  const queries = useQueryClient()
  const shown = views.find(({ filter }) => isSame(filter, filterValues))
  const reload = () => queries.invalidateQueries({ queryKey: queryKeys.orderFilters() })
  const mayShare = may('orders.write')

  async function save(form: HTMLFormElement) {
    const { name, for_all } = readEntries(form, { name: entry.trimmed, for_all: entry.someOf(['yes']) })
    await api.adminOrders.saveView({ name, filter: filterValues, is_shared: for_all.length > 0 })
    await reload()
  }

  async function remove({ id }: OrderView) {
    await api.adminOrders.removeView({ id })
    await reload()
  }

  const hasConditions = Object.values(filterValues).some((value) => value && value !== 'all')
  if (views.length === 0 && !hasConditions) return null
  return (
    <nav className={css.views} aria-label="Saved views">
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
      {shown && (mayShare || !shown.is_shared) && (
        <ActionDialog
          label="Remove view"
          title={`Remove the view “${shown.name}”?`}
          submit="Remove"
          look="quiet"
          onSubmit={() => remove(shown)}
        >
          <p>{shown.is_shared ? 'It is removed for all staff. ' : ''}The orders stay.</p>
        </ActionDialog>
      )}
      {!shown && hasConditions && (
        <ActionDialog label="Save view" title="Save view" submit="Save" look="quiet" onSubmit={save}>
          {(errors) => (
            <>
              <EntryField
                label="Name"
                name="name"
                autoComplete="off"
                maxLength={60}
                errors={errors.name}
                hint="A view of the same name is replaced."
              />
              {mayShare && (
                <label>
                  <input type="checkbox" name="for_all" value="yes" /> For all staff who see orders
                </label>
              )}
            </>
          )}
        </ActionDialog>
      )}
    </nav>
  )
}

type Filter = Readonly<Record<string, string | undefined>>

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
