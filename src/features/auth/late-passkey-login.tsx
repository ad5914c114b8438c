import { type ComponentType, useEffect, useState } from 'react'
import { useShop } from '#client/shop-context.ts'
import type { Account } from '#contract/account.ts'

type Props = { hasField: boolean; onSignedIn: (user: Account) => void }

/** Logging in by a passkey, where the shop has it: its code comes only there. Without it nothing is missing. */
export function LatePasskeyLogin(props: Props) {
  const { enable_passkey_auth } = useShop().settings
  const [View, setView] = useState<ComponentType<Props>>()
  useEffect(() => {
    if (!enable_passkey_auth) return
    import('#features/passkeys/passkey-login.tsx').then(
      ({ default: PasskeyLogin }) => setView(() => PasskeyLogin),
      () => {},
    )
  }, [enable_passkey_auth])
  return View ? <View {...props} /> : null
}
