import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ApiError, api } from '../api.ts'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import css from './staff.module.css'

const queryKey = queryKeys.passkeys

/** The own passkeys: one signs in without password and code. */
export function Passkeys() {
  const { time } = useFormat()
  const client = useQueryClient()
  const { onSessionChange } = useSession()
  const [isBusy, setBusy] = useState(false)
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.adminSession.passkeys({}, signal)).data.passkeys,
  })

  async function run(work: () => ReturnType<typeof api.adminSession.removePasskey>) {
    setBusy(true)
    try {
      const { data: next, message } = await work()
      client.setQueryData(queryKey, next.passkeys)
      if (message) showMessage(message)
      onSessionChange()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showMessage(error.message, 'bad')
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className={css.card} aria-label="Passkeys">
      <h2>Passkeys</h2>
      <p>
        A passkey signs you in with your finger, face or the PIN of this device, without password and code.
      </p>
      <ul className={css.list}>
        {data?.map(({ id, name, created_at, last_used_at }) => (
          <li key={id}>
            <div>
              <strong>{name}</strong>
              <small>
                Added {time(created_at)}
                {last_used_at && `, last used ${time(last_used_at)}`}
              </small>
            </div>
            <Button
              look="quiet"
              disabled={isBusy}
              aria-label={`Remove the passkey of ${name}`}
              onClick={() => void run(() => api.adminSession.removePasskey({ id }))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <Button
        look="secondary"
        isBusy={isBusy}
        onClick={() => void run(async () => (await import('../parts/passkey-browser.ts')).addPasskey())}
      >
        Add a passkey
      </Button>
    </section>
  )
}
