import { z } from 'zod'
import { Address, CartAdjustments, ConfirmedAge, NamedAdjustment, Pickup } from './cart.ts'
import { defineEndpoints } from './define-endpoints.ts'
import { OwedRefund, Refund } from './refund.ts'
import type { Routes } from './routes.ts'
import { Flag, Id, IdText, Image, Money, Text, Time } from './shapes.ts'
import { Shipment } from './shipment.ts'

export const orderStatuses = [
  'pending_payment',
  'payment_failed',
  'placed',
  'packed',
  'shipped',
  'out_for_delivery',
  'delivered',
  'cancelled',
  'refund_requested',
  'refund_approved',
  'refund_rejected',
  'returned',
  'refunded',
] as const
export const OrderStatus = z.enum(orderStatuses)

export const OrderItem = z.object({
  id: Id,
  product_id: Id.nullable(),
  name: z.string(),
  /** The chosen options, with which the name ends: `Blue / M`. Empty without, and once the variation has other ones. Not in the spec. */
  variant: z.string(),
  slug: z.string(),
  sku: z.string(),
  brand: z.string(),
  category: z.string(),
  image: Image.nullable(),
  quantity: z.int(),
  quantity_in_display_unit: z.int(),
  /** Pieces that are in shipments. Not in the spec. */
  quantity_shipped: z.int(),
  price: Money,
  discount: Money,
  /** A promotion has given it; left out for bought items. Not in the spec. ADR 0034. */
  is_gift: z.literal(true).optional(),
  /** Parts of `discount` that have a name; left out without any. Not in the spec. */
  adjustments: z.array(NamedAdjustment).optional(),
  tax: Money,
  total: Money,
  additonal_data: z
    .object({ custom_text: z.string().nullable(), image_path: z.string().nullable() })
    .nullable(),
  /** When pieces that were not in stock are promised, and an age that is checked; left out without any. Not in the spec. */
  fields: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
  /** The smallest age of its buyer, which is checked at delivery; left out without one. Not in the spec. ADR 0033. */
  min_age: z.int().optional(),
  status: z.string(),
  can_cancel: z.boolean(),
  can_refund: z.boolean(),
  can_review: z.boolean(),
  refund_until: Time.nullable(),
})

export const OrderTotals = z.object({
  subtotal: Money,
  discount: Money,
  shipping: Money,
  payment_fee: Money,
  tax: Money,
  grand_total: Money,
})

export const Order = z
  .object({
    id: Id,
    order_id: Id,
    order_no: z.string(),
    token: z.string().nullable(),
    status: OrderStatus,
    /** Of an order that is partly shipped `Partly shipped`, whose `status` is `shipped`. */
    status_label: z.string(),
    /** A part has left, and the rest can still be cancelled. Not in the spec. ADR 0036. */
    is_partly_shipped: z.boolean(),
    payment_status: z.enum(['pending', 'paid', 'failed', 'refunded', 'partially_refunded']),
    payment_method: z.object({ code: z.string(), name: z.string() }),
    /** Instructions for a payment outside the shop: the bank transfer. */
    payment_instructions: z.string(),
    /** The latest online payment; null without one. */
    payment: z
      .object({
        payment_id: z.string(),
        status: z.enum(['requires_action', 'processing', 'paid', 'failed', 'expired', 'refunded']),
        failure: z.enum(['declined', 'cancelled', 'timeout', 'unavailable']).nullable(),
      })
      .nullable(),
    shipping_method: z.object({
      code: z.string(),
      name: z.string(),
      eta_days: z.object({ min: z.int(), max: z.int() }).nullable(),
    }),
    /** Of an order that the customer picks up: where, and once it is ready the code that they show. Not in the spec. ADR 0029. */
    pickup: Pickup.extend({ ready_at: Time.nullable(), code: z.string().nullable() }).nullable(),
    placed_at: Time,
    /** Until when an order with a payment link is held for its payment, or its change for that. Not in the spec. ADR 0034. */
    pay_by: Time.nullable(),
    /** Sent as a quote, which its customer accepts by paying it; left out for others. Not in the spec. ADR 0034. */
    is_quote: z.literal(true).optional(),
    /**
     * A change by the shop that costs more and waits for the customer: they pay the difference, or accept the new total. Lines as text:
     * `2 × Moon Vase`. Not in the spec. ADR 0036.
     */
    change: z
      .object({
        id: Id,
        is_paid_online: z.boolean(),
        difference: Money,
        new_total: Money,
        answer_by: Time,
        taken_out: z.array(z.string()),
        put_in: z.array(z.string()),
      })
      .nullable(),
    /**
     * Of an order whose items are exchanged for those of a former one: the value of the return that pays it, and what its customer pays.
     * `awaits_return`: both are known once the return has arrived. Not in the spec; null for others. ADR 0036.
     */
    exchange: z
      .object({ former_no: z.string(), credit: Money, due: Money, awaits_return: z.boolean() })
      .nullable(),
    grand_total: Money,
    /** What gift cards and store credit pay of it, and what is due beyond them; left out without any. Not in the spec. ADR 0034. */
    stored_value: z
      .object({ parts: z.array(z.object({ label: z.string(), amount: Money })), due: Money })
      .optional(),
    /** `refunded`: or being refunded. */
    totals: OrderTotals.extend({ refunded: Money }),
    tax_included: z.boolean(),
    coupon: z.string().nullable(),
    /** What promotions and the coupon take off what is left of the order, as on a cart; left out without any. Not in the spec. */
    adjustments: CartAdjustments.optional(),
    productchannel: z.array(OrderItem),
    shipping_address: Address,
    billing_address: Address,
    email: z.string().nullable(),
    phone: z.string().nullable(),
    instruction: z.string().nullable(),
    shipments: z.array(Shipment),
    refunds: z.array(Refund),
    /** Refunds that no gateway carries out: to be paid, or paid, by hand. Not in the spec. ADR 0036. */
    owed_refunds: z.array(OwedRefund),
    /** Where such money goes, if there is any or a return may lead to it: `label` is a masked account. Not in the spec. */
    payout: z.object({ is_known: z.boolean(), label: z.string() }).nullable(),
    can_cancel: z.boolean(),
    /** Whether any of its lines can be returned. Not in the spec. */
    can_refund: z.boolean(),
    can_pay: z.boolean(),
    can_download_invoice: z.boolean(),
    /**
     * One for each shipment; without a waybill one for the whole order. `credit_note_no`: its parcel came back, and nothing of it is to be
     * paid. Not in the spec.
     */
    invoices: z.array(
      z.object({
        invoice_no: z.string(),
        waybill: z.string().nullable(),
        total: Money,
        credit_note_no: z.string().nullable(),
      }),
    ),
    experience_rating: z.int().min(1).max(5).nullable(),
    timeline: z.array(z.object({ status: z.string(), label: z.string(), at: Time })),
    google_gtag_event_tracked: z.boolean(),
    google_gtm_event_tracked: z.boolean(),
    facebook_pixel_event_tracked: z.boolean(),
  })
  .meta({ id: 'Order' })

const OrderRef = { order_id: Id, token: z.string().min(1).max(200) }

export const checkoutEndpoints = defineEndpoints<Routes['checkout']>()({
  placeOrder: {
    summary: 'Turns the cart into an order, once for a key',
    input: z.object({
      api_cart: Flag.optional(),
      cart_session: z.string().max(100).nullish(),
      version: z.int(),
      idempotency_key: z.uuid(),
      accept_tnc: z.boolean().optional(),
      instruction: Text(500).optional(),
      create_account: z.boolean().optional(),
      /** Choices that are made with the order, as by a form without JavaScript. Ours beside the spec's. */
      shipping_method: z.string().max(60).optional(),
      payment_method: z.string().max(60).optional(),
      /** The total that the shopper saw, in minor units: another one is a 409 PRICES_CHANGED. Never used as a price. */
      expected_total: z.int().optional(),
      /** The same of what is left to pay beside gift cards and store credit. */
      expected_due: z.int().optional(),
      /** The gifts that the shopper saw, by `giftsOfCart`: without one of them it is a 409 PRICES_CHANGED. Not in the spec. ADR 0034. */
      expected_gifts: Text(400).optional(),
      /** With `expected_total`: the shopper saw the current prices and orders at them. */
      accept_prices: z.boolean().optional(),
      confirmed_age: ConfirmedAge,
      /** The campaign (`utm_source`) of the first page of the visit, or the site that led to it: for reports. Not in the spec. */
      source: Text(100).optional(),
    }),
    data: z.object({
      order_id: Id,
      order_no: z.string(),
      token: z.string(),
      type: z.string(),
      payment_required: z.boolean(),
      amount: Money.optional(),
      redirect: z.string().nullable(),
    }),
    refusals: [
      'CART_INVALID',
      'AGE_UNCONFIRMED',
      'CUSTOMISATION_INVALID',
      'OUT_OF_STOCK',
      'PRICES_CHANGED',
      'COUPON_INVALID',
      'NOT_SERVICEABLE',
      'STALE_CART',
      'IDEMPOTENCY_KEY_REUSED',
      'ALREADY_ORDERED',
      'SHIPPING_UNAVAILABLE',
      'PAYMENT_UNAVAILABLE',
    ],
  },
  processPayment: {
    summary: 'Starts, or goes on with, the payment of an order that waits for it',
    input: z.object({
      ...OrderRef,
      payment_method: z.string().max(60).optional(),
      return_url: z.literal('/checkout-complete').optional(),
    }),
    data: z.object({
      payment_id: z.string(),
      payment_status: z.enum(['requires_action', 'processing']),
      action: z.object({
        type: z.enum(['redirect', 'popup']),
        method: z.enum(['GET', 'POST']),
        url: z.string(),
        fields: z.record(z.string(), z.string()),
      }),
    }),
    refusals: [
      'ALREADY_PAID',
      'ORDER_CANCELLED',
      'OUT_OF_STOCK',
      'COUPON_INVALID',
      'PAYMENT_METHOD_CHANGED',
      'PAYMENT_UNAVAILABLE',
    ],
  },
  completePayment: {
    summary: 'What became of a payment, by the gateway’s own word',
    input: z.object({
      ...OrderRef,
      payment_id: z.string().min(1).max(200),
      /** The gateway's reply to the browser. Not trusted: the server asks the gateway itself. */
      gateway: z.record(z.string(), z.unknown()).optional(),
    }),
    data: z.object({
      order_id: Id,
      payment_status: z.enum(['paid', 'requires_action', 'processing']),
      redirect: z.string().nullable(),
    }),
    refusals: ['PAYMENT_FAILED', 'PAYMENT_RETURNED'],
  },
  rateExperience: {
    summary: 'How the shopper liked ordering; may be said again',
    input: z.object({
      order_id: Id,
      /** Not needed by the order's own customer. */
      token: OrderRef.token.optional(),
      rating: z.int().min(1).max(5),
      comment: Text(1_000).optional(),
    }),
    data: z.object({ rating: z.int() }),
    refusals: ['ORDER_STATE'],
  },
  complete: {
    summary: 'The order behind a signed token',
    input: z.object({
      token: z.string().min(1).max(200),
      order_id: IdText,
      type: z.string().max(60).optional(),
    }),
    data: Order,
  },
})

export type Order = z.infer<typeof Order>
export type OrderStatus = z.infer<typeof OrderStatus>
