import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ApiError } from '../api.ts'
import { EntryText } from './entry-field.tsx'
import { MentionEntry } from './mention-entry.tsx'
import { entry, readEntries } from './read-entries.ts'

type Props = {
  className: string | undefined
  /** Colleagues whom a note can name. */
  people?: readonly string[]
  onAdd: (note: { text: string }) => Promise<unknown>
}

/** Adds a note that only staff see. */
export function NoteForm({ className, people, onAdd }: Props) {
  const [errors, setErrors] = useState<string[]>()
  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    try {
      await onAdd(readEntries(form, { text: entry.text }))
      setErrors(undefined)
      form.reset()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setErrors(error.errors.text ?? [error.message])
    }
  }
  const field = { label: 'New note, for staff only', name: 'text', rows: 2, errors }
  return (
    <form onSubmit={add} noValidate className={className}>
      {people ? <MentionEntry {...field} people={people} /> : <EntryText {...field} />}
      <Button type="submit" look="secondary">
        Add note
      </Button>
    </form>
  )
}
