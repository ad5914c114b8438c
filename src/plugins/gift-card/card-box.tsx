import { useState } from 'react'
import { send } from '#client/api.ts'
import { useCart } from '#client/cart-store.ts'
import { showToast } from '#client/toasts.ts'
import { createClient } from '#contract/client.ts'
import { formAction } from '#contract/posted-form.ts'
import { AppliedCode } from '#features/cart/applied-code.tsx'
import { applyCartReply } from '#features/cart/cart-of-reply.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import css from './card-box.module.css'
import type { AppliedCard } from './contract.ts'
import { giftCardRoutes } from './routes.ts'

const api = createClient(send, { giftCards: giftCardRoutes })

type Props = { cart_session: string | null; data: { parts: AppliedCard[] } }

/** The gift cards on the cart, and a field for another code; both work without JavaScript. */
export function CardBox({ data }: Props) {
  const cart = useCart((state) => state.cart)
  const parts = cart ? (cart.stored_value?.parts ?? []).filter(({ kind }) => kind === 'GiftCard') : data.parts
  return (
    <section className={css.box} aria-label="Gift card">
      {parts.map((part) => (
        <Applied key={part.id} part={part} />
      ))}
      <details>
        <summary className={css.fold}>
          {parts.length > 0 ? 'Have another gift card?' : 'Have a gift card?'}{' '}
          <Icon name="chevron-down" size={18} />
        </summary>
        <CodeForm />
      </details>
    </section>
  )
}

function CodeForm() {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isApplying, setIsApplying] = useState(false)

  async function apply() {
    if (isApplying) return
    if (code.trim() === '') return setError('Please enter the code of the card')
    setIsApplying(true)
    const reply = applyCartReply(await api.giftCards.apply({ code }, { silent: true }))
    setIsApplying(false)
    if (reply.status === 'error') return setError(reply.message)
    setCode('')
    showToast('success', 'Gift card added')
  }

  return (
    <form
      className={css.form}
      noValidate
      method="post"
      action={formAction('apply-gift-card')}
      onSubmit={(event) => {
        event.preventDefault()
        void apply()
      }}
    >
      <TextField
        label="Gift card code"
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        enterKeyHint="go"
        value={code}
        error={error}
        onChange={(event) => {
          setCode(event.target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" look="secondary" isBusy={isApplying}>
        Apply
      </Button>
    </form>
  )
}

const Applied = ({ part: { id, label } }: { part: AppliedCard }) => (
  <AppliedCode
    label={`Remove ${label}`}
    action={formAction('remove-gift-card')}
    fields={{ id }}
    remove={async () => void applyCartReply(await api.giftCards.remove({ id }))}
  >
    <strong>{label}</strong>
  </AppliedCode>
)
