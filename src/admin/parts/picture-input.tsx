import { useState } from 'react'
import { ApiError } from '../api.ts'
import { FileInput } from './file-input.tsx'

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
    <FileInput
      label={label}
      hint={isBusy ? 'Uploading …' : hint}
      accept="image/png,image/jpeg,image/webp"
      isBusy={isBusy}
      errors={failure === undefined ? undefined : [failure]}
      onChoose={([file]) => file && void send(file)}
    />
  )
}
