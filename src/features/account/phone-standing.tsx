import { useState } from 'react'
import type { Account } from '#contract/account.ts'
import { Icon } from '#ui/icon.tsx'
import { accountApi } from './account-api.ts'
import css from './form.module.css'
import { VerifyDialog } from './verify-dialog.tsx'

type Props = {
  account: Account
  typed: string
  country: { mobile_code: string; mobile_number_length: number }
  onVerified: (account: Account) => void
}

/**
 * 'Verified' while the number is the one that was verified, 'Verify' otherwise: editing it drops the badge at once, going back to
 * the old number brings it back. Spec §2 (mobile input), §4.
 */
export function PhoneStanding({ account, typed, country, onVerified }: Props) {
  const [step, setStep] = useState<'none' | 'sending' | 'verifying'>('none')
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
    setStep('sending')
    const reply = await accountApi.otpGenerate({ input: typed, type: 'phone' })
    setStep(reply.status === 'success' ? 'verifying' : 'none')
  }
  return (
    <p className={css.standing}>
      Not verified.
      <button
        type="button"
        className={css.link}
        disabled={!isWhole || step === 'sending'}
        onClick={() => void sendCode()}
      >
        {step === 'sending' ? 'Please wait' : 'Verify'}
      </button>
      {step === 'verifying' && (
        <VerifyDialog
          sentTo={`${country.mobile_code} ${typed}`}
          send={() => accountApi.otpGenerate({ input: typed, type: 'phone' })}
          verify={(otp) => accountApi.otpVerify({ input: typed, otp, type: 'phone' })}
          onClose={() => setStep('none')}
          onVerified={(verified) => {
            setStep('none')
            onVerified(verified)
          }}
        />
      )}
    </p>
  )
}
