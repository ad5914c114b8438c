import { useState } from 'react'
import { ApiError } from '../api.ts'
import { FileInput } from './file-input.tsx'

type Props = {
  label: string
  hint: string
  /** Refusals of the form; a failure of the upload itself goes before. */
  errors?: readonly string[] | undefined
  /** Pictures that can be chosen at once, each sent by itself; by default one. */
  most?: number
  /** @throws ApiError, whose message is shown at the field. */
  onChoose: (file: File) => Promise<void>
}

/** A field for pictures that are sent as soon as they are chosen. */
export function PictureInput({ label, hint, errors, most = 1, onChoose }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function send(files: readonly File[]) {
    setBusy(true)
    setFailure(undefined)
    try {
      for (const file of files.slice(0, most)) await onChoose(file)
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
      isMultiple={most > 1}
      isBusy={isBusy}
      errors={failure === undefined ? errors : [failure]}
      onChoose={(files) => void send(files)}
    />
  )
}
