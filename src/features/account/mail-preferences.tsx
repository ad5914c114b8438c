import { useState } from 'react'
import { api } from '#client/api.ts'
import type { Account } from '#contract/account.ts'
import { formAction } from '#contract/posted-form.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/check-field.tsx'

/** Consent to marketing mails. Saved when the box is toggled; a failure resets the box. */
export function MailPreferences({ account }: { account: Pick<Account, 'email' | 'marketing_opt_in'> }) {
  const [isWanted, setIsWanted] = useState(account.marketing_opt_in === true)
  async function choose(wanted: boolean) {
    setIsWanted(wanted)
    const reply = await api.account.updateMailPreferences({ marketing_opt_in: wanted })
    if (reply.status === 'error') setIsWanted(!wanted)
  }
  return (
    <form method="post" action={formAction('mail-preferences')} onSubmit={(event) => event.preventDefault()}>
      <CheckField
        name="marketing_opt_in"
        value="yes"
        label="Email me about offers and news"
        hint={
          account.email
            ? `To ${account.email}. You can unsubscribe at any time.`
            : 'Add an email address to your account first.'
        }
        checked={isWanted}
        onChange={({ target }) => void choose(target.checked)}
      />
      <noscript>
        <Button type="submit" look="secondary">
          Save preference
        </Button>
      </noscript>
    </form>
  )
}
