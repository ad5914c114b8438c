import { useQueryClient } from '@tanstack/react-query'
import type { OrderView } from '#contract/admin/orders.ts'
import { api } from '../api.ts'
import { ViewButtons } from '../list/view-buttons.tsx'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryField } from '../parts/entry-field.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import { useOrders } from './use-orders.ts'

/** The saved views of the list: one press shows its orders. The view that is shown can be removed; other conditions can be saved as one. */
export function OrderViews({ views }: { views: readonly OrderView[] }) {
  const { filterValues } = useOrders()
  const { may } = useSession()
  const queries = useQueryClient()
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

  return (
    <ViewButtons label="Saved views" views={views}>
      {(shown, hasConditions) => (
        <>
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
        </>
      )}
    </ViewButtons>
  )
}
