import { type Answer, ApiError } from '../api.ts'
import { showMessage } from './messages.tsx'

/** Writes on a record that a screen shows, such as “Pack”: it is shown as it is then, and after a stale write as it is now. */
export function useRecordActions<Detail>(show: (record: Detail) => void) {
  const run = async (work: Promise<Answer<Detail>>) => {
    const { data, message } = await work
    show(data)
    if (message) showMessage(message)
  }
  const onRefused = (error: ApiError) => {
    const stored = error.stale<Detail>()
    if (stored) show(stored)
  }
  return {
    run,
    onRefused,
    /** Where nothing else says why it was refused. */
    attempt: async (work: Promise<Answer<Detail>>) => {
      try {
        await run(work)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        onRefused(error)
        showMessage(error.message, 'bad')
      }
    },
  }
}
