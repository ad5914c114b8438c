import type { Cart } from '#contract/cart.ts'
import type { SlotAsked } from '#contract/slots.ts'

/** The slots of a cart: one for each line, and its summary. */
export const cartSlots = ({ items, cart_session }: Cart): SlotAsked[] => [
  ...items.map(({ id, product_id }) => ({
    name: 'cart.line' as const,
    props: { item_id: id, product_id },
  })),
  { name: 'cart.summary', props: { cart_session } },
]
