import { useState } from 'react'
import type { Account } from '#contract/account.ts'
import { Icon } from '#ui/icon.tsx'
import { accountApi } from './account-api.ts'
import css from './form.module.css'

type Props = {
  account: Account
  typed: string
  country: { mobile_code: string; mobile_number_length: number }
  /** A code is on its way to what was typed; the next one may follow in so many seconds. */
  onSent: (resendAfter: number) => void
}

/**
 * 'Verified' while the number is the one that was verified, 'Verify' otherwise: editing it drops the badge at once, going back to
 * the old number brings it back. Spec §2 (mobile input), §4.
 */
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
    // Not `disabled` meanwhile: the focus must have somewhere to come back to from the dialog.
    if (isBusy) return
    setBusy(true)
    const reply = await accountApi.otpGenerate({ input: typed, type: 'phone' })
    setBusy(false)
    if (reply.status === 'success') onSent(reply.data.resend_after)
  }
  return (
    <p className={css.standing}>
      Not verified.
      <button
        type="button"
        className={css.link}
        disabled={!isWhole}
        aria-busy={isBusy}
        onClick={() => void sendCode()}
      >
        {isBusy ? 'Please wait' : 'Verify'}
      </button>
    </p>
  )
}
