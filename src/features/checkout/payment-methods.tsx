import type { Ref } from 'react'
import type { Cart } from '#contract/cart.ts'
import { Amount } from '#ui/price.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'

type Props = {
  cart: Cart
  chosen: string | null
  error?: string | undefined
  onChoose: (code: string) => void
  ref: Ref<HTMLFieldSetElement>
}

/** The payment methods. An unusable one shows its reason. */
export function PaymentMethods({ cart, chosen, error, onChoose, ref }: Props) {
  return (
    <RadioCards
      legend="Payment method"
      name="payment_method"
      chosen={chosen}
      error={error}
      onChoose={onChoose}
      ref={ref}
      choices={cart.cart_payment_methods.map(({ code, name, description, fee, is_available, reason }) => ({
        value: code,
        title: name,
        detail: description || null,
        end: fee && fee.amount > 0 ? <Amount money={fee} /> : null,
        reason: is_available ? null : (reason ?? 'Not available for this order'),
      }))}
    />
  )
}
