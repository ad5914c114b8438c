import { useState } from 'react'
import { formAction } from '#contract/posted-form.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/check-field.tsx'
import { api } from './api.ts'

/** The customer's consent to an email per price drop; off until it is given. */
export function PriceNotices({ is_enabled, has_email }: { is_enabled: boolean; has_email: boolean }) {
  const [isOn, setOn] = useState(is_enabled)
  async function save(isNowOn: boolean) {
    setOn(isNowOn)
    const reply = await api.wishlist.setPriceNotices({ is_enabled: isNowOn })
    if (reply.status === 'error') setOn(!isNowOn)
  }
  return (
    <form method="post" action={formAction('price-notices')} onSubmit={(event) => event.preventDefault()}>
      <CheckField
        name="is_enabled"
        value="true"
        label="Email me when a saved product gets cheaper"
        hint={
          has_email
            ? 'One email per price drop. Turn it off here or in any of these emails.'
            : 'Add an email address to your profile first.'
        }
        checked={isOn}
        disabled={!has_email}
        onChange={({ currentTarget }) => void save(currentTarget.checked)}
      />
      <noscript>
        <Button type="submit" look="secondary">
          Save<span className="visually-hidden"> price emails</span>
        </Button>
      </noscript>
    </form>
  )
}
