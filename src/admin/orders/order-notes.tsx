import { api } from '../api.ts'
import { useFormat } from '../parts/format.ts'
import { NoteForm } from '../parts/note-form.tsx'
import { useRecordActions } from '../parts/use-record-actions.ts'
import type { OrderProps } from './order-items.tsx'
import css from './order-screen.module.css'

/** Notes that only staff see, newest first. */
export function OrderNotes({ order, onChange, canWrite }: OrderProps & { canWrite: boolean }) {
  const { time } = useFormat()
  const { run } = useRecordActions(onChange)
  return (
    <section className={css.card}>
      <h2>Notes</h2>
      {canWrite && (
        <NoteForm
          className={css.noteForm}
          onAdd={(note) => run(api.adminOrders.addNote({ id: order.id, ...note }))}
        />
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
