import { api } from '#client/api.ts'
import { showToast } from '#client/toasts.ts'
import { applyCartReply } from './cart-of-reply.ts'

/** Applies a coupon to the cart. Returns the error for the field, or null on success. */
export async function applyCoupon(code: string): Promise<string | null> {
  const reply = applyCartReply(await api.cart.couponsApply({ code }, { silent: true }))
  if (reply.status === 'error') return reply.errors?.code?.[0] ?? reply.message
  showToast('success', reply.message ?? 'Coupon applied')
  return null
}

/** Removes the coupon from the cart. The transport shows the result. */
export const removeCoupon = async () => applyCartReply(await api.cart.couponsRemove({}))
