import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ApiError, api } from '../api.ts'
import { EntryText } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { entry, readEntries } from '../parts/read-entries.ts'
import { useRecordActions } from '../parts/use-record-actions.ts'
import type { OrderProps } from './order-items.tsx'
import css from './order-screen.module.css'

/** Notes that only staff see, newest first. */
export function OrderNotes({ order, onChange, canWrite }: OrderProps & { canWrite: boolean }) {
  const { time } = useFormat()
  const { run } = useRecordActions(onChange)
  const [errors, setErrors] = useState<string[]>()
  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    try {
      await run(api.adminOrders.addNote({ id: order.id, ...readEntries(form, { text: entry.text }) }))
      setErrors(undefined)
      form.reset()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setErrors(error.errors.text ?? [error.message])
    }
  }
  return (
    <section className={css.card}>
      <h2>Notes</h2>
      {canWrite && (
        <form onSubmit={add} noValidate className={css.noteForm}>
          <EntryText label="New note, for staff only" name="text" rows={2} errors={errors} />
          <Button type="submit" look="secondary">
            Add note
          </Button>
        </form>
      )}
      <ul className={css.list}>
        {order.notes.map(({ id, at, author, text }) => (
          <li key={id} className={css.note}>
            {text}
            <small>
              {author}, {time(at)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
