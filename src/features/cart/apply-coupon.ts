import { cartApi } from '#client/cart-api.ts'
import { showToast } from '#client/toasts.ts'
import { keepCart } from './cart-of-reply.ts'

/** Puts a coupon on the cart. Returns why not, to be said beside the field, or null when it is on. */
export async function applyCoupon(code: string): Promise<string | null> {
  const reply = keepCart(await cartApi.cart.couponsApply({ code }, { silent: true }))
  if (reply.status === 'error') return reply.errors?.code?.[0] ?? reply.message
  showToast('success', reply.message ?? 'Coupon applied')
  return null
}

/** Takes the coupon off the cart. The transport says how that went. */
export const removeCoupon = async () => keepCart(await cartApi.cart.couponsRemove({}))
