import { type ComponentType, useEffect, useState } from 'react'
import { useShop } from '#client/shop-context.ts'
import type { Account } from '#contract/account.ts'

type Props = { hasField: boolean; onSignedIn: (user: Account) => void }

/** Passkey login, if the shop has it: its code is loaded only then. A failure to load is ignored. */
export function OptionalPasskeyLogin(props: Props) {
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
