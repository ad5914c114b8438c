import { useState } from 'react'
import type { Account } from '#contract/account.ts'
import { CheckField } from '#ui/check-field.tsx'
import { accountApi } from './account-api.ts'

/** Advertising, or none. Kept as soon as it is ticked; when that fails, the box says what holds. */
export function MailPreferences({ account }: { account: Pick<Account, 'email' | 'marketing_opt_in'> }) {
  const [isWanted, setIsWanted] = useState(account.marketing_opt_in === true)
  async function choose(wanted: boolean) {
    setIsWanted(wanted)
    const reply = await accountApi.updateMailPreferences({ marketing_opt_in: wanted })
    if (reply.status === 'error') setIsWanted(!wanted)
  }
  return (
    <CheckField
      label="Write to me about offers and news"
      hint={
        account.email
          ? `To ${account.email}. Every such mail has a link to end it.`
          : 'As soon as there is an email address in your account.'
      }
      checked={isWanted}
      onChange={({ target }) => void choose(target.checked)}
    />
  )
}
