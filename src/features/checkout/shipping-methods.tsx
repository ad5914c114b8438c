import type { Ref } from 'react'
import type { Cart } from '#contract/cart.ts'
import { type Day, deliveryRange } from '#contract/rules/delivery-dates.ts'
import { useLocale } from '#ui/locale.ts'
import { Amount } from '#ui/price.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'

type Props = {
  cart: Cart
  today: Day
  chosen: string | null
  error?: string | undefined
  onChoose: (code: string) => void
  ref: Ref<HTMLFieldSetElement>
}

/** The delivery methods with prices and dates. */
export function ShippingMethods({ cart, today, chosen, error, onChoose, ref }: Props) {
  const locale = useLocale()
  return (
    <RadioCards
      legend="Shipping method"
      name="shipping_method"
      chosen={chosen}
      error={error}
      onChoose={onChoose}
      ref={ref}
      choices={cart.shipping_methods.map(({ code, name, amount, eta_days, pickup }) => ({
        value: code,
        title: name,
        detail: pickup
          ? [pickup.address, pickup.opening_hours].filter(Boolean).join(', ')
          : eta_days && `Arrives ${deliveryRange(today, eta_days, locale)}`,
        end: amount.amount === 0 ? 'Free' : <Amount money={amount} />,
      }))}
    />
  )
}
