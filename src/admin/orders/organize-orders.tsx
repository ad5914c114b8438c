import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderRow } from '#contract/admin/orders.ts'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntrySelect } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { RemovalChoice } from '../parts/removal-choice.tsx'
import { TagEntry, typedTags } from '../parts/tag-entry.tsx'
import { queryKeys } from '../query-keys.ts'
import { type OrderFilter, useOrderChoices } from './use-orders.ts'

type Props = {
  orders: readonly OrderRow[]
  /** Changes all orders that it finds instead of those listed. */
  all: { filter: OrderFilter; count: number } | undefined
  onChanged: () => Promise<unknown>
}

/** Adds and removes tags of the selected orders, and assigns them. */
export function OrganizeOrders({ orders, all, onChanged }: Props) {
  const { count } = useFormat()
  const choices = useOrderChoices()
  const client = useQueryClient()
  const [add, setAdd] = useState<string[]>([])
  const known = choices?.tags ?? []
  const removable = all ? known : [...new Set(orders.flatMap(({ tags }) => tags))]
  const most = all?.count ?? orders.length

  async function save(form: HTMLFormElement) {
    const { typed, remove, assignee } = readEntries(form, {
      typed: entry.text,
      remove: entry.someOf(removable),
      assignee: entry.text,
    })
    const { message } = await api.adminOrders.organize({
      ...(all ? { filter: all.filter } : { ids: orders.map(({ id }) => id) }),
      add: [...add, ...typedTags(typed)],
      remove,
      ...(assignee !== 'as it is' && { staff_id: Number(assignee) || null }),
    })
    showMessage(message ?? '')
    setAdd([])
    void client.invalidateQueries({ queryKey: queryKeys.orderFilters() })
    await onChanged()
  }

  return (
    <ActionDialog
      label="Tag or assign"
      look="secondary"
      title={`Tags and assignment of ${count(most)} ${most === 1 ? 'order' : 'orders'}`}
      submit="Save"
      onSubmit={save}
      onClose={() => setAdd([])}
    >
      {(errors) => (
        <>
          <TagEntry
            label="Add tags"
            name="typed"
            tags={add}
            known={known}
            errors={errors.add}
            onChange={setAdd}
          />
          <RemovalChoice label="Remove tags" name="remove" options={removable} />
          <EntrySelect label="Assigned to" name="assignee" errors={errors.staff_id}>
            <option value="as it is">As it is</option>
            <option value="nobody">Nobody</option>
            {choices?.staff
              .filter(({ is_assignable }) => is_assignable)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </EntrySelect>
        </>
      )}
    </ActionDialog>
  )
}
