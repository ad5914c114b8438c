import { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill } from '@simplewebauthn/browser'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Account } from '#contract/account.ts'
import { Button } from '#ui/button.tsx'
import { signWithPasskey, stopOffering } from './sign-with-passkey.ts'

type Props = {
  /** Whether the form has an e-mail field that the browser can offer passkeys in. */
  hasField: boolean
  onSignedIn: (user: Account) => void
}

/** Login by a passkey: offered in the e-mail field, and by a button. ADR 0040. */
export default function PasskeyLogin({ hasField, onSignedIn }: Props) {
  const [isPossible, setIsPossible] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const whenSignedIn = useEffectEvent(onSignedIn)

  useEffect(() => {
    setIsPossible(browserSupportsWebAuthn())
    if (!hasField) return
    let isOver = false
    void browserSupportsWebAuthnAutofill().then(async (mayOffer) => {
      if (!mayOffer || isOver) return
      const user = await signWithPasskey({ isOffered: true })
      if (user && !isOver) whenSignedIn(user)
    })
    return () => {
      isOver = true
      stopOffering()
    }
  }, [hasField])

  async function press() {
    setIsBusy(true)
    const user = await signWithPasskey({ isOffered: false })
    setIsBusy(false)
    if (user) onSignedIn(user)
  }

  if (!isPossible) return null
  return (
    <Button look="secondary" isWide isBusy={isBusy} onClick={() => void press()}>
      Login with a passkey
    </Button>
  )
}
