import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ApiError } from '../api.ts'
import { EntryText } from './entry-field.tsx'
import { entry, readEntries } from './read-entries.ts'

type Props = { className: string | undefined; onAdd: (note: { text: string }) => Promise<unknown> }

/** Adds a note that only staff see. */
export function NoteForm({ className, onAdd }: Props) {
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
  return (
    <form onSubmit={add} noValidate className={className}>
      <EntryText label="New note, for staff only" name="text" rows={2} errors={errors} />
      <Button type="submit" look="secondary">
        Add note
      </Button>
    </form>
  )
}
