import { useCart } from '#client/cart-store.ts'
import type { Cart } from '#contract/cart.ts'
import { TotalsList } from './totals-list.tsx'

/** What the cart costs so far. */
export function CartTotals({ cart }: { cart: Cart }) {
  const isUpdating = useCart((state) => state.isUpdating)
  return (
    <TotalsList
      isUpdating={isUpdating}
      couponCode={cart.coupon?.code ?? null}
      totals={{
        subtotal: cart.subtotal,
        discount: cart.discount_total,
        delivery: cart.shipping_method ? cart.shipping_total : undefined,
        paymentFee: cart.payment_fee,
        tax: cart.tax_total,
        isTaxIncluded: cart.tax_included,
        total: cart.grand_total,
      }}
    />
  )
}
