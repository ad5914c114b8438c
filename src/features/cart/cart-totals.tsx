import { useCart } from '#client/cart-store.ts'
import type { Cart } from '#contract/cart.ts'
import { useEstimate } from './estimate-store.ts'
import { TotalsList } from './totals-list.tsx'

/** The totals of the cart. */
export function CartTotals({ cart }: { cart: Cart }) {
  const isUpdating = useCart((state) => state.isUpdating)
  const estimated = useEstimate(cart)
  const { grand_total, tax_total, stored_value } = cart
  const onTop = estimated?.tax.amount ?? 0
  return (
    <TotalsList
      isUpdating={isUpdating}
      couponCode={cart.coupon?.code ?? null}
      adjustments={cart.adjustments}
      totals={{
        subtotal: cart.subtotal,
        discount: cart.discount_total,
        delivery: cart.shipping_method ? cart.shipping_total : estimated?.amount,
        isDeliveryEstimated: estimated !== undefined,
        paymentFee: cart.payment_fee,
        tax: { ...tax_total, amount: tax_total.amount + onTop },
        isTaxIncluded: cart.tax_included,
        stored: estimated ? undefined : stored_value,
        total: { ...grand_total, amount: grand_total.amount + (estimated?.amount.amount ?? 0) + onTop },
      }}
    />
  )
}
