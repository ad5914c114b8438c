import { cartApi } from '#client/cart-api.ts'
import { cartStore } from '#client/cart-store.ts'
import { showToast } from '#client/toasts.ts'
import type { Cart } from '#contract/cart.ts'
import { earlyLimits } from '#contract/early-limits.ts'
import type { Failure, Reply } from '#contract/envelope.ts'
import { navigate } from '#pages/navigate.ts'
import { keepCart } from './cart-of-reply.ts'
import { openCartDrawer } from './open-cart-drawer.ts'

export type Customisation = { custom_text?: string; image_path?: string }

type Options = { customisation?: Customisation | undefined }

/**
 * Puts `quantity` more of a variation into the cart and shows it: in the drawer, or by a message where the drawer does not
 * open. A refusal leaves the cart unchanged. Spec §4 and §8.
 */
export async function addToCart(
  productId: number,
  quantity: number = 1,
  options: Options = {},
): Promise<Reply<Cart>> {
  cartStore.setState({ adding: productId })
  const reply = await add(productId, quantity, options)
  cartStore.setState({ adding: null })
  if (reply.status === 'error') return reply
  markAsAdded(productId)
  if (!openCartDrawer()) showToast('success', reply.message ?? 'Added to cart')
  return reply
}

/** Adds and goes straight to the checkout. Spec §4, navigation. */
export async function buyNow(
  productId: number,
  quantity: number = 1,
  options: Options = {},
): Promise<Reply<Cart>> {
  const reply = await add(productId, quantity, options)
  if (reply.status === 'success') navigate('/checkout/address')
  return reply
}

async function add(productId: number, quantity: number, { customisation }: Options) {
  const line = {
    product_id: productId,
    quantity,
    ...(customisation ? { additonal_data: customisation } : {}),
  }
  const reply = keepCart(await cartApi.cart.addItem(line, { silent: true }))
  if (reply.status === 'error') showToast('error', reasonOf(reply))
  return reply
}

/** A button has no fields to show field errors at. */
const reasonOf = ({ message, errors }: Failure) => Object.values(errors ?? {})[0]?.[0] ?? message

/** Spec §9: the indicator turns off after 2 s, unless something else was added meanwhile. */
function markAsAdded(productId: number) {
  cartStore.setState({ justAdded: productId })
  clearTimeout(indicator)
  indicator = setTimeout(() => cartStore.setState({ justAdded: null }), earlyLimits.addedIndicator)
}

let indicator: ReturnType<typeof setTimeout> | undefined
