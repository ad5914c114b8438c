import { useState } from 'react'
import { ApiError } from '../api.ts'
import { showMessage } from './messages.tsx'

type Reply<Saved> = { data: Saved; message?: string | undefined }

/** State of a form that saves one record: shows the reply's message and passes the saved record on, or keeps the failure for its fields. */
export function useSaving<Saved>(onSaved: (saved: Saved) => void) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError>()

  async function save(call: Promise<Reply<Saved>>) {
    setBusy(true)
    setFailure(undefined)
    try {
      const { data, message } = await call
      showMessage(message ?? 'Saved')
      onSaved(data)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    }
    setBusy(false)
  }

  return { isBusy, failure, save }
}
