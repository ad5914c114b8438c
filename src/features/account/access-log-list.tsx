import { useState } from 'react'
import { api } from '#client/api.ts'
import type { AccessEvent, AccessLog } from '#contract/account.ts'
import { timeText } from '#contract/rules/day-text.ts'
import { Button } from '#ui/button.tsx'
import { useLocale } from '#ui/locale.ts'
import css from './access-log-list.module.css'

const methods = {
  password: ' by password',
  otp: ' by code',
  passkey: ' by passkey',
  register: ' as a new customer',
} as const

const events: Record<AccessEvent, string> = {
  login: 'Logged in',
  login_failed: 'Log-in failed',
  otp_sent: 'Code sent',
  otp_verified: 'Code confirmed',
  otp_failed: 'Wrong code',
  logout: 'Logged out',
  password_changed: 'Password changed',
  reset_requested: 'Password reset requested',
  reset_used: 'Password reset',
  email_changed: 'Email address changed',
  phone_changed: 'Mobile number changed',
  session_revoked: 'A device was signed out',
  account_exported: 'Data downloaded',
}

type Page = { data: readonly AccessLog[]; current_page: number; last_page: number }

/** The account's access log, newest first, with paging. Spec §2 (access logs). */
export function AccessLogList({ first, timeZone }: { first: Page; timeZone: string }) {
  const locale = useLocale()
  const [older, setOlder] = useState<Page[]>([])
  const [isBusy, setBusy] = useState(false)
  const pages = [first, ...older]
  const last = pages.at(-1) ?? first
  const logs = [...new Map(pages.flatMap(({ data }) => data).map((log) => [log.id, log])).values()]

  async function showOlder() {
    setBusy(true)
    const reply = await api.account.accessLogs({ page: last.current_page + 1 })
    setBusy(false)
    if (reply.status === 'success') setOlder((known) => [...known, reply.data])
  }

  if (logs.length === 0) return <p className={css.none}>No activity in the last 90 days.</p>
  return (
    <>
      <ol className={css.list}>
        {logs.map(({ id, event, method, device, ip, location, at, current }) => (
          <li key={id} className={css.log} data-bad={event.endsWith('_failed') || undefined}>
            <span className={css.event}>
              {events[event]}
              {event === 'login' && method && methods[method]}
              {event === 'login' && current && <span className={css.here}>This session</span>}
            </span>
            <span className={css.detail}>
              {device} · {location ?? ip}
            </span>
            <time className={css.time} dateTime={at}>
              {timeText(at, locale, timeZone)}
            </time>
          </li>
        ))}
      </ol>
      {last.current_page < last.last_page && (
        <div>
          <Button look="secondary" isBusy={isBusy} onClick={() => void showOlder()}>
            Show older
          </Button>
        </div>
      )}
    </>
  )
}
