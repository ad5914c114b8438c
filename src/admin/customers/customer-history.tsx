import { Link } from 'react-router'
import type { CustomerDetail } from '#contract/admin/customers/customers.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import { sentence } from '../parts/change-wording.ts'
import { useFormat } from '../parts/format.ts'
import { recordStyles as css } from '../parts/styles.ts'

type Entry = CustomerDetail['timeline'][number]

const accesses: Record<string, string> = {
  login: 'Logged in',
  login_failed: 'Login failed',
  otp_sent: 'Code sent',
  otp_verified: 'Code confirmed',
  otp_failed: 'Wrong code',
  logout: 'Logged out',
  reset_used: 'Password reset',
  session_revoked: 'A device was logged out',
  account_exported: 'Data downloaded',
}

const actions: Record<string, string> = {
  create: 'Created by hand',
  edit: 'Name or contact changed',
  tag: 'Tags changed',
  group: 'Groups changed',
  merge: 'Merged',
  end_sessions: 'Sessions ended',
  send_reset: 'Reset link sent',
  export: 'Data exported',
  give_credit: 'Store credit given',
  take_credit: 'Store credit taken',
  undo_credit: 'Store credit corrected',
}

function titleOf({ kind, what, text }: Entry): string {
  const action = what.slice(what.indexOf('.') + 1)
  const name = sentence(action.replace(/:.*/, ''))
  if (kind === 'order') return `Order ${text}`
  if (kind === 'message') return `Message to ${text}: ${name}`
  if (kind === 'access') return ownValue(accesses, what) ?? name
  if (kind === 'staff') return ownValue(actions, action) ?? name
  if (kind === 'consent') return `Marketing mails: ${what === 'given' ? 'consent given' : 'no consent'}`
  if (kind === 'created') return what === 'guest' ? 'First order as a guest' : 'Account created'
  return 'Note'
}

/** What happened with a customer, newest first. */
export function CustomerHistory({ timeline }: Pick<CustomerDetail, 'timeline'>) {
  const { moment } = useFormat()
  return (
    <section className={css.card}>
      <h2>Timeline</h2>
      <ol className={css.timeline}>
        {timeline.map((entry, at) => (
          // Never reordered, and two of a kind may have the same time.
          <li key={at}>
            <strong>
              {entry.order_id === null ? (
                titleOf(entry)
              ) : (
                <Link to={`/orders/${entry.order_id}/show`}>{titleOf(entry)}</Link>
              )}
            </strong>
            {(entry.kind === 'note' || entry.kind === 'access' || entry.kind === 'staff') && entry.text && (
              <small>{entry.text}</small>
            )}
            <small>
              {moment(entry.at)}
              {entry.author && `, ${entry.author}`}
            </small>
          </li>
        ))}
      </ol>
    </section>
  )
}
