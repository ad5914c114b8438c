import { useState } from 'react'
import { ApiError } from '../api.ts'
import { EntryField } from './entry-field.tsx'

type Props = {
  label: string
  hint: string
  /** @throws ApiError, whose message is shown at the field. */
  onChoose: (file: File) => Promise<void>
}

/** A field for a picture that is sent as soon as it is chosen. */
export function PictureInput({ label, hint, onChoose }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function send(file: File) {
    setBusy(true)
    setFailure(undefined)
    try {
      await onChoose(file)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <EntryField
      label={label}
      type="file"
      accept="image/png,image/jpeg,image/webp"
      hint={isBusy ? 'Uploading …' : hint}
      errors={failure === undefined ? undefined : [failure]}
      disabled={isBusy}
      onChange={({ target }) => {
        const file = target.files?.[0]
        if (file) void send(file)
        target.value = ''
      }}
    />
  )
}
