import { useState } from 'react'
import { api } from '#client/api.ts'
import type { Account } from '#contract/account.ts'
import { Icon } from '#ui/icon.tsx'
import css from './form.module.css'

type Props = {
  account: Account
  typed: string
  country: { mobile_code: string; mobile_number_length: number }
  /** Called after a code was sent to the entered number; `resendAfter` in seconds. */
  onSent: (resendAfter: number) => void
}

/** 'Verified' while the field has the verified number, 'Verify' otherwise. Spec §2 (mobile input), §4. */
export function PhoneStanding({ account, typed, country, onSent }: Props) {
  const [isBusy, setBusy] = useState(false)
  if (account.phone_verified_at && typed === account.phone)
    return (
      <p className={css.standing}>
        <span className={css.badge}>
          <Icon name="check" size={14} /> Verified
        </span>
      </p>
    )
  if (typed === '') return null
  const isWhole = typed.length === country.mobile_number_length

  async function sendCode() {
    // Not `disabled` while busy, so that the dialog can return the focus to it.
    if (isBusy) return
    setBusy(true)
    const reply = await api.account.otpGenerate({ input: typed, type: 'phone' })
    setBusy(false)
    if (reply.status === 'success') onSent(reply.data.resend_after)
  }
  return (
    <p className={css.standing}>
      Not verified.
      <button
        type="button"
        data-scripts-only=""
        className={css.link}
        disabled={!isWhole}
        aria-busy={isBusy}
        onClick={() => void sendCode()}
      >
        {isBusy ? 'Please wait' : 'Verify'}
      </button>
      <span className={css.withoutScripts}>It can be verified with JavaScript only.</span>
    </p>
  )
}
