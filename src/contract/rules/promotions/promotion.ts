/** Which goods: those with any key of `any_of` (null: all goods), every key of `all_of` and none of `none_of`. */
export type Scope = {
  /** Empty: no goods, as after the last named product was deleted. */
  any_of: readonly string[] | null
  all_of: readonly string[]
  none_of: readonly string[]
}

export type PromotionClass = 'product' | 'order' | 'shipping'

/** What a promotion gives. Percentages are whole, amounts in minor units; `most`: how many times, null: as often as it fits. */
export type Effect =
  | { type: 'percentage'; percent: number; at_most: number | null }
  /** Off each piece. */
  | { type: 'amount'; amount: number }
  /** Of each piece that costs more. */
  | { type: 'price'; price: number }
  /**
   * Who buys `buy` pieces gets `get` more at `percent` less, of the same goods or of `other` ones. Of the same goods the pieces are sorted by
   * price, the dearest first: `group` reduces the cheapest of each group, `cheapest` the cheapest of all.
   */
  | {
      type: 'buy_get'
      buy: number
      get: number
      percent: number
      other: Scope | null
      reduced: 'group' | 'cheapest'
      most: number | null
    }
  /** Any `count` pieces cost `price` together. */
  | { type: 'bundle'; count: number; price: number; most: number | null }
  /** The tier of all pieces in scope, off each. */
  | { type: 'quantity_tiers'; tiers: readonly Tier[] }
  | { type: 'order_percentage'; percent: number; at_most: number | null }
  | { type: 'order_amount'; amount: number }
  /** The tier of the value of all goods in scope. */
  | { type: 'order_tiers'; tiers: readonly Tier[] }
  /** One piece of one of these products, added to the cart. */
  | { type: 'gift'; products: readonly number[] }
  /** Of the named methods, null: of all; up to an amount. */
  | { type: 'free_delivery'; methods: readonly string[] | null; at_most: number | null }

type Tier = { from: number; percent: number }

/** When a promotion counts. Empty lists and zeros are no condition. */
export type Conditions = {
  /** Value and pieces, at prices before all promotions, of the goods in scope or of the whole cart. */
  minimum: { of: 'scope' | 'cart'; amount: number; quantity: number }
  is_first_order_only: boolean
  is_signed_in_only: boolean
  /** Customers with any of these: `group:3`, `segment:5`. */
  customers: readonly string[]
  /** Country of the delivery: `IN`. */
  countries: readonly string[]
  payment_methods: readonly string[]
  /** 1 Monday to 7 Sunday, in the time zone of the shop. */
  weekdays: readonly number[]
}

export type Promotion = {
  /** `promotion:7`, `coupon:3`. */
  key: string
  name: string
  /** Null: it needs none. */
  code: string | null
  /** Of one class the higher is applied first. */
  priority: number
  /** Milliseconds; null without a limit. */
  starts_at: number | null
  ends_at: number | null
  scope: Scope
  conditions: Conditions
  effect: Effect
  /** Two promotions count together if each names the class of the other. */
  combines_with: readonly PromotionClass[]
  /** When a part of its order is cancelled or returned: the rest has the same share of it as before, or what it gives the rest alone. */
  on_return: OnReturn
}

export type OnReturn = 'proportional' | 're_evaluate'

/** `keys`: what its goods are, such as `product:12`, `category:3`, `sale:1`. */
export type OfferLine = { quantity: number; unit_price: number; keys: readonly string[] }

export type OfferCart = {
  lines: readonly OfferLine[]
  /** The chosen method with its price before promotions; null: none yet. */
  delivery: { code: string; price: number } | null
  /** The prices of the gifts that promotions would add, by their keys; one whose gifts are sold out has none. */
  gifts?: ReadonlyMap<string, number>
}

export type OfferContext = {
  now: number
  weekday: number
  is_signed_in: boolean
  has_ordered: boolean
  /** What the customer is in: `group:3`, `segment:5`. */
  customer_in: readonly string[]
  country: string | null
  payment_method: string | null
  /** Codes on the cart. */
  codes: readonly string[]
  /** Of promotions with a limit, by key. */
  limits: ReadonlyMap<string, { is_used_up: boolean; budget_left: number | null }>
}

/** What a promotion takes off. `shares` are in the order of the cart's lines and sum to `amount`. */
export type Adjustment = { promotion: Promotion; amount: number; shares: readonly number[] }

/** A promotion that needs more of something; with `missing` minor units or pieces. */
export type OfferMessage = {
  promotion: Promotion
  unit: 'amount' | 'pieces'
  missing: number
  needed: number
}

export type Evaluation = {
  /** Of the classes product and order. */
  lines: Adjustment[]
  order: Adjustment[]
  /** Gifts that are added to the cart, with their prices: they cost nothing. */
  gifts: Adjustment[]
  /** `amount` off the chosen delivery, 0 while none is chosen. */
  shipping: Adjustment[]
  /** The nearest first. */
  messages: OfferMessage[]
}

export const classOf = ({ type }: Effect): PromotionClass =>
  type === 'free_delivery' ? 'shipping' : type.startsWith('order_') ? 'order' : 'product'

const noCondition: Conditions = {
  minimum: { of: 'scope', amount: 0, quantity: 0 },
  is_first_order_only: false,
  is_signed_in_only: false,
  customers: [],
  countries: [],
  payment_methods: [],
  weekdays: [],
}

export const allGoods: Scope = { any_of: null, all_of: [], none_of: [] }

/** A promotion with what its kind leaves open. */
export const promotionWith = (
  given: Pick<Promotion, 'key' | 'name' | 'effect'> & Partial<Promotion>,
): Promotion => ({
  code: null,
  priority: 0,
  starts_at: null,
  ends_at: null,
  scope: allGoods,
  conditions: noCondition,
  combines_with: ['product', 'order', 'shipping'],
  on_return: 'proportional',
  ...given,
})

/** For promotions whose conditions were judged elsewhere. */
export const withoutConditions: OfferContext = {
  now: 0,
  weekday: 1,
  is_signed_in: false,
  has_ordered: false,
  customer_in: [],
  country: null,
  payment_method: null,
  codes: [],
  limits: new Map(),
}

/** The products that it gives one piece of; none unless it gives a gift. */
export const giftsOf = ({ effect }: Pick<Promotion, 'effect'>): readonly number[] =>
  effect.type === 'gift' ? effect.products : []
