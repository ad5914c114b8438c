import { useState } from 'react'
import type { OrderDetail } from '#contract/admin/orders.ts'
import { ApiError, api } from '../api.ts'
import { AssigneeEntry } from '../parts/assignee-entry.tsx'
import { TagEntry } from '../parts/tag-entry.tsx'
import { useRecordActions } from '../parts/use-record-actions.ts'
import type { OrderProps } from './order-items.tsx'
import css from './order-screen.module.css'
import { useOrderChoices } from './use-orders.ts'

/** Who takes care of an order, and its tags. Both are saved at once. */
export function OrderWork({ order, onChange, canWrite }: OrderProps & { canWrite: boolean }) {
  const { id, tags, assigned_to } = order
  const choices = useOrderChoices()
  const { attempt, run } = useRecordActions(onChange)
  const [errors, setErrors] = useState<string[]>()

  async function save(next: string[]) {
    setErrors(undefined)
    const add = next.filter((tag) => !tags.includes(tag))
    const remove = tags.filter((tag) => !next.includes(tag))
    try {
      await run(api.adminOrders.tag({ id, add, remove }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setErrors(error.errors.add ?? [error.message])
    }
  }

  if (!canWrite)
    return tags.length === 0 && !assigned_to ? null : (
      <section className={css.card}>
        <h2>Tags and staff</h2>
        {assigned_to && <p>Assigned to {assigned_to.name}</p>}
        {tags.length > 0 && <p>Tags: {tags.join(', ')}</p>}
      </section>
    )
  return (
    <section className={css.card}>
      <h2>Tags and staff</h2>
      <AssigneeEntry
        members={choices?.staff.filter(({ is_assignable }) => is_assignable) ?? []}
        assigned={assigned_to}
        onAssign={(staff_id) =>
          void attempt(api.adminOrders.assign({ id, staff_id, from_id: assigned_to?.id ?? null }))
        }
      />
      <TagEntry
        label="Tags"
        tags={tags}
        known={choices?.tags ?? []}
        errors={errors}
        onChange={(next) => void save(next)}
      />
    </section>
  )
}

/** What the shop knows that speaks against sending an order as it is. */
export function OrderRisks({ order: { risks } }: { order: OrderDetail }) {
  if (risks.length === 0) return null
  return (
    <div className={css.risks} role="note" aria-label="Check before it leaves">
      <strong>Check before it leaves</strong>
      <ul>
        {risks.map(({ kind, text }) => (
          <li key={kind}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
