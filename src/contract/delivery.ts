import { z } from 'zod'
import { ShippingMethod } from './cart.ts'
import { defineEndpoints } from './define-endpoints.ts'
import type { Routes } from './routes.ts'
import { Flag, Id, Money } from './shapes.ts'

/** Delivery of a cart to a location. */
export const DeliveryEstimate = z.object({
  /** In the country's format. */
  postcode: z.string(),
  /** Null where the shop's delivery areas do not tell. */
  state_id: Id.nullable(),
  /** The day that the methods' days are counted from: `2026-11-24`. */
  from: z.string(),
  /** Whether the cart can be paid on delivery there; null where the shop has no such payment. */
  is_cod_available: z.boolean().nullable(),
  /** Empty outside the delivery area. */
  methods: z.array(
    /** `tax_on_top`: of the amount, for prices that exclude tax; else 0. */
    ShippingMethod.extend({ tax_on_top: Money }),
  ),
})

export type DeliveryEstimate = z.infer<typeof DeliveryEstimate>

export const deliveryEndpoints = defineEndpoints<Routes['delivery']>()({
  estimate: {
    summary: 'How the cart would be delivered to a postcode, for how much and when; the cart stays as it is',
    input: z.object({
      postcode: z.string().trim().min(1).max(20),
      api_cart: Flag.optional(),
      cart_session: z.string().max(100).nullish(),
    }),
    data: DeliveryEstimate,
  },
})
