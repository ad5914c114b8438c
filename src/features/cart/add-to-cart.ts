import { api } from '#client/api.ts'
import { cartStore } from '#client/cart-store.ts'
import { showToast } from '#client/toasts.ts'
import type { Cart } from '#contract/cart.ts'
import type { Failure, Reply } from '#contract/envelope.ts'
import * as limits from '#contract/limits.ts'
import { type AddedLine, piecesOf } from '#contract/offline.ts'
import { navigate } from '#pages/navigate.ts'
import { ADDED_EVENT, PREPARE_EVENT, type Preparations } from './buy-form.ts'
import { applyCartReply } from './cart-of-reply.ts'
import { openCartDrawer, preloadCartDrawer } from './open-cart-drawer.ts'
import { isAway, waitForNetwork } from './waiting-cart.ts'
import { withAge } from './with-age.ts'

export type Customisation = { custom_text?: string; image_path?: string }

/** `form`: that of the product's buy buttons, to which plugins may add fields named `additonal_data.…`. */
type Options = { customisation?: Customisation | undefined; form?: HTMLFormElement | null | undefined }

/**
 * Adds `quantity` of a variation to the cart and shows it: in the drawer, or by a toast where the drawer does
 * not open. A refusal leaves the cart unchanged. Spec §4 and §8.
 */
export async function addToCart(
  productId: number,
  quantity: number = 1,
  options: Options = {},
): Promise<Reply<Cart>> {
  cartStore.setState({ adding: productId })
  void preloadCartDrawer()
  const reply = await add(productId, quantity, options, openCartDrawer)
  cartStore.setState({ adding: null })
  if (reply.status === 'success') markAsAdded(productId)
  return reply
}

/** Adds and opens the checkout. Spec §4, navigation. */
export const buyNow = (productId: number, quantity: number = 1, options: Options = {}) =>
  add(productId, quantity, options, () => {
    navigate('/checkout/address')
    return true
  })

type Addition = { productId: number; reply: Promise<Reply<Cart>>; showCart: () => boolean }
const additions = new WeakMap<object, Addition>()

/** A second button of a variation that is pressed while the first waits adds nothing: it decides where the shopper goes. */
function add(productId: number, quantity: number, options: Options, showCart: () => boolean) {
  const key = options.form ?? {}
  const ongoing = additions.get(key)
  if (ongoing?.productId === productId) {
    ongoing.showCart = showCart
    return ongoing.reply
  }
  const reply = send(productId, quantity, options)
    .finally(() => additions.delete(key))
    .then((sent) => report(sent, addition.showCart))
  const addition: Addition = { productId, reply, showCart }
  additions.set(key, addition)
  return reply
}

/** The only place that shows the result of adding. `showCart` returns whether the shopper sees the cart. */
function report(reply: Reply<Cart>, showCart: () => boolean): Reply<Cart> {
  if (reply.status === 'error' && reply.code === WAITING) {
    showToast('success', reply.message)
    return reply
  }
  const isShown = reply.status === 'success' && showCart()
  const text = reply.status === 'success' ? (reply.message ?? 'Added to cart') : reasonOf(reply)
  if (!isShown && text) showToast(reply.status, text)
  return reply
}

async function send(
  productId: number,
  quantity: number,
  { customisation, form }: Options,
): Promise<Reply<Cart>> {
  const missing = form && (findMissing(form) ?? (await prepare(form)))
  if (missing) return missing
  const additonal_data = { ...customisation, ...(form && fieldsIn(form)) }
  const line = {
    product_id: productId,
    quantity: quantityIn(form) ?? quantity,
    ...(Object.keys(additonal_data).length > 0 ? { additonal_data } : {}),
  }
  const { cart: before } = cartStore.getState()
  const sent = await withAge((age) => api.cart.addItem({ ...line, ...age }, { silent: true }))
  const reply = applyCartReply(sent, line)
  if (before && isAway(reply) && (await waits(line, before, form))) return waiting
  if (reply.status === 'success') form?.dispatchEvent(new Event(ADDED_EVENT))
  return reply
}

const WAITING = 'WAITING'
const waiting: Failure = {
  status: 'error',
  code: WAITING,
  message: 'Waiting for connection. It goes into your cart when you’re back online.',
}

/** Named by the heading of its card, dialog or page. */
function waits(line: AddedLine, cart: Cart, form: Options['form']) {
  const name = form?.closest('article, dialog, main')?.querySelector('h1, h2, h3')?.textContent ?? 'item'
  return waitForNetwork({ kind: 'add', name, line, version: cart.version, had: piecesOf(cart, line) })
}

/** The number that the form's field shows, which counts also while the field's own code is loading. */
function quantityIn(form: HTMLFormElement | null | undefined): number | undefined {
  const field = form?.elements.namedItem('quantity')
  return (field instanceof HTMLInputElement && field.valueAsNumber) || undefined
}

async function prepare(form: HTMLFormElement): Promise<Failure | undefined> {
  const preparations: Preparations = []
  form.dispatchEvent(new CustomEvent(PREPARE_EVENT, { detail: preparations }))
  return (await Promise.all(preparations)).find((failed) => failed)
}

/** A required field without a value, or the first of the options to choose from, has its message in `data-missing`. It gets the focus, and nothing is sent. */
function findMissing(form: HTMLFormElement): Failure | undefined {
  const id = CSS.escape(form.id)
  const field = document.querySelector<HTMLElement>(`:is([form="${id}"],[data-form="${id}"])[data-missing]`)
  if (!field) return undefined
  field.focus()
  return { status: 'error', code: 'CUSTOMISATION_INVALID', message: field.dataset.missing ?? '' }
}

const FIELDS = 'additonal_data.'

/** The filled fields of plugins: the stored picture, the recipient of a gift card. */
const fieldsIn = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)]
      .filter(([name, value]) => name.startsWith(FIELDS) && value !== '')
      .map(([name, value]) => [name.slice(FIELDS.length), String(value)]),
  )

/** A button has no fields for field errors. */
const reasonOf = ({ message, errors }: Failure) => Object.values(errors ?? {})[0]?.[0] ?? message

/** Spec §9: the indicator turns off after 2 s, unless another product has been added since. */
function markAsAdded(productId: number) {
  cartStore.setState({ justAdded: productId })
  clearTimeout(indicator)
  indicator = setTimeout(() => cartStore.setState({ justAdded: null }), limits.addedIndicator)
}

let indicator: ReturnType<typeof setTimeout> | undefined
