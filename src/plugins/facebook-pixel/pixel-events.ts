import type { reportOf, ShopEvent } from '#client/events.ts'

/** Meta's standard events; the others are reported as custom events. */
const standard: Partial<Record<ShopEvent['name'], string>> = {
  view_item: 'ViewContent',
  add_to_wishlist: 'AddToWishlist',
  add_to_cart: 'AddToCart',
  begin_checkout: 'InitiateCheckout',
  add_payment_info: 'AddPaymentInfo',
  purchase: 'Purchase',
  search: 'Search',
  sign_up: 'CompleteRegistration',
  generate_lead: 'Lead',
}

type Command = readonly [command: string, name: string, parameters: object, ids: { eventID: string }]

/**
 * An event as the Pixel takes it. The event id has the shape of the Conversions API, so that a server's report of the same purchase is
 * recognised: `purchase.<order number>`.
 */
export function toPixelEvent(
  name: ShopEvent['name'],
  { items = [], search_term, ...rest }: NonNullable<ReturnType<typeof reportOf>>,
): Command {
  const parameters = {
    ...rest,
    ...(search_term === undefined ? {} : { search_string: search_term }),
    ...(items.length > 0 && {
      content_type: 'product',
      content_ids: items.map(({ item_id }) => item_id),
      contents: items.map(({ item_id, quantity, price }) => ({ id: item_id, quantity, item_price: price })),
      num_items: items.reduce((sum, { quantity }) => sum + quantity, 0),
    }),
  }
  const eventID = name === 'purchase' ? `purchase.${rest.transaction_id}` : crypto.randomUUID()
  const known = standard[name]
  return [known ? 'track' : 'trackCustom', known ?? name, parameters, { eventID }]
}

type Queue = {
  (...parameters: readonly unknown[]): void
  queue: unknown[]
  callMethod?: (...parameters: readonly unknown[]) => void
}

/** The global function that Meta's script takes over; until then calls are queued. */
export function openQueue(): Queue {
  const queue: unknown[] = []
  const fbq: Queue = Object.assign(
    (...parameters: readonly unknown[]) => {
      if (fbq.callMethod) fbq.callMethod(...parameters)
      else queue.push(parameters)
    },
    // Soft navigations are reported by the shop, without the parameters of their address.
    { queue, push: undefined, loaded: true, version: '2.0', disablePushState: true },
  )
  Object.assign(fbq, { push: fbq })
  Object.assign(window, { fbq, _fbq: fbq })
  return fbq
}
