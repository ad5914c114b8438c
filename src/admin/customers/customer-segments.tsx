import { useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { ViewButtons } from '../list/view-buttons.tsx'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryField, EntrySelect } from '../parts/entry-field.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import { useCustomerChoices, useCustomers } from './use-customers.ts'

/** The segments above the list of customers: one press shows who is in it. Other conditions can be saved as one. */
export function CustomerSegments() {
  const { filter, filterValues } = useCustomers()
  const { may } = useSession()
  const client = useQueryClient()
  const segments = useCustomerChoices(filterValues.product)?.segments ?? []

  async function save(form: HTMLFormElement) {
    const { name, replaced } = readEntries(form, { name: entry.trimmed, replaced: entry.text })
    const former = segments.find(({ id }) => String(id) === replaced)
    if (former)
      await api.adminCustomerSegments.change({
        id: former.id,
        version: former.version,
        name: name || former.name,
        filter,
      })
    else await api.adminCustomerSegments.create({ name, filter })
    await client.invalidateQueries({ queryKey: queryKeys.customerChoices() })
  }

  return (
    <ViewButtons label="Segments" views={segments}>
      {(shown, hasConditions) =>
        !shown &&
        hasConditions &&
        !filterValues.q &&
        may('customers.write') && (
          <ActionDialog
            label="Save as segment"
            title="Save as segment"
            submit="Save"
            look="quiet"
            onSubmit={save}
            onRefused={() => void client.invalidateQueries({ queryKey: queryKeys.customerChoices() })}
          >
            {(errors) => (
              <>
                {segments.length > 0 && (
                  <EntrySelect label="Segment" name="replaced">
                    <option value="new">New segment</option>
                    {segments.map(({ id, name }) => (
                      <option key={id} value={id}>
                        Replace the conditions of “{name}”
                      </option>
                    ))}
                  </EntrySelect>
                )}
                <EntryField
                  label="Name"
                  name="name"
                  autoComplete="off"
                  maxLength={60}
                  errors={errors.name ?? errors.filter}
                  hint="Customers who meet the conditions are in it, also later ones."
                />
              </>
            )}
          </ActionDialog>
        )
      }
    </ViewButtons>
  )
}
