import { useState } from 'react'
import { api } from '#client/api.ts'
import type { Account } from '#contract/account.ts'
import { Icon } from '#ui/icon.tsx'
import css from './form.module.css'

/** Whether the e-mail address is verified, with a button that sends the confirmation link. */
export function EmailStanding({ account }: { account: Account }) {
  const [sent, setSent] = useState<'no' | 'busy' | 'yes'>('no')
  if (account.email_verified_at)
    return (
      <p className={css.standing}>
        <span className={css.badge}>
          <Icon name="check" size={14} /> Confirmed
        </span>
      </p>
    )
  async function sendLink() {
    setSent('busy')
    const reply = await api.account.emailGenerate()
    setSent(reply.status === 'success' ? 'yes' : 'no')
  }
  return (
    <p className={css.standing}>
      {sent === 'yes' ? (
        <>We have mailed a link to {account.email}. Open it here to confirm.</>
      ) : (
        <>
          Not confirmed yet.
          <button
            type="button"
            data-scripts-only=""
            className={css.link}
            disabled={sent === 'busy'}
            onClick={() => void sendLink()}
          >
            {sent === 'busy' ? 'Please wait' : 'Send confirmation link'}
          </button>
          <span className={css.withoutScripts}>The link can be sent with JavaScript only.</span>
        </>
      )}
    </p>
  )
}
