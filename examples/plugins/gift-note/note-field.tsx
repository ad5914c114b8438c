import { type FormEvent, useState } from 'react'
import { send } from '#client/api.ts'
import { createClient } from '#contract/client.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/field.tsx'
import css from './note-field.module.css'
import { giftNoteRoutes } from './routes.ts'

const api = createClient(send, { giftNote: giftNoteRoutes })

type Props = { cart_session: string | null; data: { note: string; label: string; max_length: number } }

/** The field for the note below the cart's summary. */
export function NoteField({ cart_session, data: { note, label, max_length } }: Props) {
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('note') ?? '')
    setBusy(true)
    const reply = await api.giftNote.save({ cart_session, note: text })
    setBusy(false)
    setError(reply.status === 'error' ? (reply.errors?.note?.[0] ?? reply.message) : undefined)
  }

  return (
    <form className={css.form} onSubmit={save}>
      <TextAreaField
        label={label}
        name="note"
        rows={3}
        maxLength={max_length}
        defaultValue={note}
        isOptional
        error={error}
      />
      <Button type="submit" look="secondary" isBusy={isBusy}>
        Save note
      </Button>
    </form>
  )
}
