import type { Cart } from './cart.ts'

/**
 * What a browser keeps for the time without a network, in one cache that the page fills and the service worker reads, so that a logout
 * (`Clear-Site-Data`) and a locked store remove all of it at once. ADR 0020.
 */
export const seenCache = 'offline-seen'
/** Begins the names of all caches of the shop. */
export const cachePrefix = 'offline-'

export const workerPath = '/sw.js'
export const offlinePath = '/_offline'
/** Addresses inside the cache, which the server does not answer. */
export const seenProductsKey = `${offlinePath}/products`
export const seenCartKey = `${offlinePath}/cart`
export const waitingKey = `${offlinePath}/writes`

/** The header of the pages of a locked store: the service worker then removes what it has. ADR 0027. */
export const lockedHeader = 'x-store-locked'

/** The channel on which tabs and the service worker say that `waitingKey` has changed, and the tag of its background sync. */
export const waitingChannel = 'cart-writes'

/** A product as it was shown last: texts only, `at` in milliseconds. `picture`: an address in the cache. */
export type SeenProduct = { url: string; name: string; picture: string | null; price: string; at: number }

/** The cart as it was shown last. */
export type SeenCart = {
  lines: { url: string; name: string; quantity: number; total: string }[]
  subtotal: string
  at: number
}

/** A write to the cart that has not reached the shop. `name` is the product's, `at` in milliseconds. */
export type WaitingWrite = { id: string; name: string; at: number } & (
  | { kind: 'quantity'; item_id: number; quantity: number }
  | { kind: 'add'; line: AddedLine; version: number; had: number }
)
/** `version` is that of the cart before, `had` the pieces of this line in it: so a write that arrived is recognised. */
export type AddedLine = {
  product_id: number
  quantity: number
  additonal_data?: { custom_text?: string; image_path?: string }
}

/** The writes in their order, and what the shop has said to those that it refused, until a page has shown it. */
export type Waiting = { writes: WaitingWrite[]; refused: string[] }

/** Pieces of a line in a cart: the same variation with the same customisation. */
export const piecesOf = ({ items }: Pick<Cart, 'items'>, { product_id, additonal_data }: AddedLine): number =>
  items
    .filter(
      (item) =>
        item.product_id === product_id &&
        (item.additonal_data?.custom_text ?? '') === (additonal_data?.custom_text ?? '') &&
        (item.additonal_data?.image_path ?? '') === (additonal_data?.image_path ?? ''),
    )
    .reduce((total, { quantity }) => total + quantity, 0)
