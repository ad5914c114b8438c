/** An item in an analytics event. Amounts are in the currency's main unit. Decisions §6. */
export type EventItem = {
  /** The variation's SKU. */
  item_id: string
  item_name: string
  item_brand?: string
  item_variant?: string
  price: number
  quantity: number
  /** From 0. */
  index: number
}

type Priced = { currency: string; value: number; items: EventItem[] }
type WithCoupon = Priced & { coupon?: string }

/** Shop events by their GA4 names, and session events. */
export type ShopEvent =
  | { name: 'view_item_list' | 'select_item'; item_list_name: string; currency: string; items: EventItem[] }
  | ({ name: 'view_item' | 'add_to_wishlist' | 'add_to_cart' | 'remove_from_cart' } & Priced)
  | ({ name: 'view_cart' | 'begin_checkout' } & WithCoupon)
  | ({ name: 'add_shipping_info'; shipping_tier: string } & WithCoupon)
  | ({ name: 'add_payment_info'; payment_type: string } & WithCoupon)
  | ({
      name: 'purchase'
      transaction_id: string
      shipping: number
      tax: number
      /** Not for reports: by these the server counts an order once. */
      order_id: number
      token: string
    } & WithCoupon)
  | ({ name: 'refund'; transaction_id: string } & Priced)
  | { name: 'search'; search_term: string }
  | { name: 'login' | 'sign_up'; method: string }
  | { name: 'generate_lead'; lead_source: string }
  /** Who is logged in has changed: `login` and `logout` here or in another tab, `customer` when the page finds a session. */
  | { name: 'session'; change: 'login' | 'logout' | 'customer'; customer_id: number | null }

/** What a report of the event may contain: no token and no customer. Undefined for events of sessions. Security §25. */
export function reportOf(event: ShopEvent): (Partial<WithCoupon> & Record<string, unknown>) | undefined {
  if (event.name === 'session') return undefined
  const { name: _name, ...fields } = event
  if (!('token' in fields)) return fields
  const { order_id: _id, token: _token, ...report } = fields
  return report
}

const TYPE = 'shop-event'
/** More events than one page emits before the browser is idle. */
const MAX_BUFFERED = 100

const buffered: ShopEvent[] = []

declare global {
  interface WindowEventMap {
    [TYPE]: CustomEvent<ShopEvent>
  }
}

/** Calls every handler with the event. Also dispatched on `window` as `shop-event`. */
export function emit(event: ShopEvent) {
  buffered.push(event)
  if (buffered.length > MAX_BUFFERED) buffered.shift()
  dispatchEvent(new CustomEvent(TYPE, { detail: event }))
}

/** Calls the handler for past events, up to 100, and for each later one. Returns the unsubscribe function. */
export function onShopEvent(handler: (event: ShopEvent) => void) {
  const listener = (event: CustomEvent<ShopEvent>) => handler(event.detail)
  for (const event of buffered) handler(event)
  addEventListener(TYPE, listener)
  return () => removeEventListener(TYPE, listener)
}
