import { Button } from '#ui/button.tsx'
import { api } from '../api.ts'
import { useFormat } from '../parts/format.ts'
import { NoteForm } from '../parts/note-form.tsx'
import { useRecordActions } from '../parts/use-record-actions.ts'
import { useSession } from '../session-context.ts'
import type { OrderProps } from './order-items.tsx'
import css from './order-screen.module.css'
import { useOrderChoices } from './use-orders.ts'

/** Notes that only staff see, newest first. */
export function OrderNotes({ order, onChange, canWrite }: OrderProps & { canWrite: boolean }) {
  const { time } = useFormat()
  const { session } = useSession()
  const { run, attempt } = useRecordActions(onChange)
  const choices = useOrderChoices()
  const waits = order.notes.some(({ mentions }) =>
    mentions.some(({ id, seen_at }) => id === session.id && seen_at === null),
  )
  return (
    <section className={css.card}>
      <h2>Notes</h2>
      {waits && (
        <p className={css.forMe}>
          A note here is for you.{' '}
          <Button
            look="secondary"
            onClick={() => void attempt(api.adminOrders.seeMentions({ id: order.id }))}
          >
            Mark as seen
          </Button>
        </p>
      )}
      {canWrite && (
        <NoteForm
          className={css.noteForm}
          people={choices?.staff.map(({ name }) => name) ?? []}
          onAdd={(note) => run(api.adminOrders.addNote({ id: order.id, ...note }))}
        />
      )}
      <ul className={css.list}>
        {order.notes.map(({ id, at, author, text, mentions }) => (
          <li key={id} className={css.note}>
            {text}
            <small>
              {author}, {time(at)}
            </small>
            {mentions.length > 0 && (
              <small>
                {`For ${mentions.map(({ name, seen_at }) => (seen_at ? `${name} (seen)` : name)).join(', ')}`}
              </small>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
