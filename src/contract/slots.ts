import { z } from 'zod'
import { keysOf } from './rules/own-value.ts'
import { Money } from './shapes.ts'

const nothing = z.object({})

/** Props of a product's slots; the product is the chosen variation. */
const product = z.object({
  product_id: z.int(),
  slug: z.string(),
  sku: z.string(),
  name: z.string(),
  price: Money,
})
/** The query of the page's address with its `?`, for loaders; views of the page do not need it. */
const pageQuery = { query: z.string().max(1_000).optional() }
const card = z.object({ product_id: z.int() })
const cart = z.object({ cart_session: z.string().nullable() })

/** Props of each slot, by its name. A slot's data depends on nothing else. Plugins, "Slot names". */
export const slotProps = {
  head: nothing,
  'body-end': nothing,
  'header.actions': nothing,
  'footer.columns': nothing,
  'product.below-title': product,
  'product.below-price': product.extend(pageQuery),
  'product.options': product,
  'product.below-buy-box': product,
  'product.details': product,
  'product.below-details': product.extend(pageQuery),
  'card.badges': card,
  'card.below-price': card,
  /** Above the lines of the cart's page, also of an empty cart. */
  'cart.top': cart.extend(pageQuery),
  'cart.line': z.object({ item_id: z.int(), product_id: z.int() }),
  'cart.summary': cart,
  /** Below the coupon, on the cart's page and both steps of the checkout: what pays beside a payment method. */
  'cart.value': cart,
  'checkout.address': cart,
  'checkout.payment': cart,
  'checkout.complete': z.object({ order_id: z.int(), order_no: z.string(), token: z.string() }),
  'order.actions': z.object({ order_no: z.string(), token: z.string().nullable() }),
  'account.dashboard': nothing,
  // Shared slots: see `SharedSlotProps`.
  'product.actions': nothing,
  'card.actions': nothing,
  'cart.line-actions': nothing,
  /** `panel` is the last part of the path: `/account/gift-notes` asks for `gift-notes`. */
  'account.panel': z.object({ panel: z.string(), ...pageQuery }),
}

type ProductOf = { product_id: number; name: string }

/**
 * Slots that a page repeats for each product or line, with the same content each time. They are loaded once, with the frame of the
 * page, so their loaders get no props. Their views get these.
 */
export type SharedSlotProps = {
  /** Beside the button that adds to the cart. */
  'product.actions': ProductOf
  /** In the corner of a card's picture; rendered in browsers only. */
  'card.actions': ProductOf
  /** `onGone` moves the focus: the line has left the cart, and the pressed button with it. */
  'cart.line-actions': ProductOf & { item_id: number; is_customised: boolean; onGone: () => void }
}
export type SharedSlotName = keyof SharedSlotProps

/** Props of the view of a slot. */
export type SlotViewProps<Name extends SlotName> = Name extends SharedSlotName
  ? SharedSlotProps[Name]
  : SlotProps[Name]

export type SlotProps = { [Name in keyof typeof slotProps]: z.output<(typeof slotProps)[Name]> }
export type SlotName = keyof SlotProps
export const slotNames = keysOf(slotProps)
export const SlotName = z.enum(slotNames)

/** One slot of a page, with the props for its loaders. */
export type SlotRequest = { [Name in SlotName]: { name: Name; props: SlotProps[Name] } }[SlotName]

export const SlotRequest = z.object({
  name: SlotName,
  props: z.record(z.string(), z.unknown()),
})

/** A plugin's content in a slot: the plugin, its loader's data, and the consent that its code needs. */
export const SlotContent = z.object({
  module_name: z.string(),
  data: z.unknown(),
  consent: z.string().optional(),
  /** Properties for the structured data of the page's subject; not sent to browsers with the page. */
  json_ld: z.record(z.string(), z.unknown()).optional(),
})
export type SlotContent = z.output<typeof SlotContent>

/** Contents by `slotKey`. Slots that no plugin fills are left out. */
export const SlotContents = z.record(z.string(), z.array(SlotContent))
export type SlotContents = z.output<typeof SlotContents>
