import { z } from 'zod'
import { keysOf } from '#contract/rules/own-value.ts'
import { AddressFields, Cart, CartItem, ShippingMethod } from '../cart.ts'
import { Product } from '../catalog.ts'
import { Order, OrderStatus, OrderTotals } from '../checkout.ts'
import { defineEndpoints } from '../define-endpoints.ts'
import { AcceptedAmount, PhotoPath } from '../orders.ts'
import { PayoutDetails, refundTargets } from '../refund.ts'
import { maxPhotos } from '../rules/file-rules.ts'
import { allowanceReasons, cancelReasons, refundReasons, staffCancelReasons } from '../rules/order-reasons.ts'
import { PAYMENT_LINK_DAYS, QUOTE_DAYS } from '../rules/payment-methods.ts'
import { scanStatuses } from '../rules/shipment-status.ts'
import { declineReasons } from '../rules/withdrawal.ts'
import { Day, EmailText, Id, IdText, Money, pageOf, Text, Time } from '../shapes.ts'
import { HsnCode } from './catalog/products.ts'
import { LocationName } from './catalog/stock-locations.ts'
import { CourierBooking } from './couriers.ts'
import { mostTags, orderTabLabels, paymentStatusLabels, riskLabels, waitingReasons } from './order-tabs.ts'
import { listQuery } from './resource.ts'
import type { AdminRoutes } from './routes.ts'

/** A member of staff by name, or by e-mail address without one. */
const Member = z.object({ id: Id, name: z.string() })

/** Why staff should look at an order before it leaves, in a sentence. Nothing is refused because of it. */
const Risk = z.object({ kind: z.enum(keysOf(riskLabels)), text: z.string() })
export type OrderRisk = z.infer<typeof Risk>

/** A word that staff sort orders by; one tag whatever its case. */
const Tag = Text(40).min(1, 'Please enter a tag')
const Tags = z.array(Tag).max(mostTags).default([])

export const OrderRow = z
  .object({
    id: Id,
    order_no: z.string(),
    status: OrderStatus,
    status_label: z.string(),
    is_partly_shipped: z.boolean(),
    /** To be paid back by hand; null when nothing is. */
    owed: Money.nullable(),
    /** From before the shop recorded such debts: it may have been paid already. */
    is_owed_earlier: z.boolean(),
    payment_status: z.string(),
    payment_method: z.string(),
    /** Money came that the order has no use for. */
    needs_review: z.boolean(),
    customer: z.string(),
    city: z.string(),
    units: z.int(),
    /** Paths of pictures of the first lines, at most three. */
    pictures: z.array(z.string()),
    /** Names of the first lines, at most three. */
    products: z.array(z.string()),
    couriers: z.array(z.string()),
    tags: z.array(z.string()),
    assigned_to: Member.nullable(),
    risks: z.array(Risk),
    grand_total: Money,
    placed_at: Time,
  })
  .meta({ id: 'AdminOrderRow' })
export type OrderRow = z.infer<typeof OrderRow>

/** A bulk action of orders with the result of each. ADR 0045. */
export const OrderBatch = z
  .object({
    id: Id,
    action: z.enum(['pack', 'ship', 'book']),
    created_at: Time,
    is_finished: z.boolean(),
    results: z.array(
      z.object({
        id: Id,
        order_no: z.string(),
        is_done: z.boolean(),
        /** Null: it succeeded, or is not done yet. */
        code: z.string().nullable(),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: 'AdminOrderBatch' })
export type OrderBatch = z.infer<typeof OrderBatch>

const Tab = z.enum(keysOf(orderTabLabels))
const Amount = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
/** What the list, the export and a bulk action are narrowed to: orders that meet all of it. */
export const OrderFilter = z.object({
  tab: Tab.default('all'),
  q: z.string().trim().max(100).optional(),
  waiting: z.enum(waitingReasons).optional(),
  payment_status: z.enum(keysOf(paymentStatusLabels)).optional(),
  payment_method: Text(60).optional(),
  channel: IdText.optional(),
  /** The first and the last day of placing, in the time zone of the shop. */
  from: Day.optional(),
  to: Day.optional(),
  /** The least and the highest total, in minor units of the order's currency. */
  total_from: Amount.optional(),
  total_to: Amount.optional(),
  courier: Text(60).optional(),
  product: IdText.optional(),
  coupon: Text(40).optional(),
  /** The change of many prices, by an import or at once: orders since then that charge one of its prices. */
  price_batch: IdText.optional(),
  tag: Tag.optional(),
  /** The member of staff who asks, none who is active, or the one with this id. */
  assignee: z.union([z.enum(['me', 'none']), IdText]).optional(),
  /** Notes of the order name the member of staff who asks, and they have not seen to it. */
  mentions: z.enum(['me']).optional(),
})
export type OrderFilter = z.infer<typeof OrderFilter>

/** A saved filter of the list, of one member of staff or of all. */
export const OrderView = z.object({
  id: Id,
  name: Text(60).min(1, 'Please enter a name'),
  /** Conditions as the address of the list has them. */
  filter: z.partialRecord(OrderFilter.keyof(), z.string().max(100)),
  is_shared: z.boolean(),
})
export type OrderView = z.infer<typeof OrderView>

/** How long the link to pay an order online is valid. */
const LinkDays = z.int().min(PAYMENT_LINK_DAYS.least).max(PAYMENT_LINK_DAYS.most)

const OrderLink = z.object({ id: Id, order_no: z.string() })

/** An order with what only staff see. `version` changes with everything that an action depends on. */
export const OrderDetail = z
  .object({
    ...Order.omit({ token: true }).shape,
    version: z.string(),
    review_reason: z.string().nullable(),
    /** The account, or the guest whose contact was proven. */
    customer_id: Id.nullable(),
    notes: z.array(
      z.object({
        id: Id,
        at: Time,
        author: z.string(),
        text: z.string(),
        /** The members of staff whom it names. */
        mentions: z.array(Member.extend({ seen_at: Time.nullable() })),
      }),
    ),
    tags: z.array(z.string()),
    assigned_to: Member.nullable(),
    risks: z.array(Risk),
    /** Why staff gave its discount; empty for others. */
    discount_reason: z.string(),
    replaces: OrderLink.nullable(),
    replaced_by: z.array(OrderLink),
    /** The order whose items it is an exchange for, and the one that its own items are exchanged for. */
    exchange_for: OrderLink.nullable(),
    exchanged_by: OrderLink.nullable(),
    /** All payments, oldest first. */
    payments: z.array(
      z.object({
        id: z.string(),
        gateway: z.string(),
        gateway_payment_id: z.string().nullable(),
        /** The gift card or store credit that pays it; null for other payments. */
        value_label: z.string().nullable(),
        status: z.string(),
        amount: Money,
        captured: Money,
        refunded: Money,
        at: Time,
      }),
    ),
    /** Refunds that a gateway has refused, or not answered, at the latest of its attempts. The next attempt is automatic. */
    failed_refunds: z.array(
      z.object({
        id: Id,
        gateway: z.string(),
        amount: Money,
        attempts: z.int(),
        /** What the gateway answered. */
        error: z.string(),
        next_attempt_at: Time,
      }),
    ),
    /** The cards that have paid a part of it and are blocked: what goes back onto them cannot be spent. */
    blocked_cards: z.array(z.string()),
    messages: z.array(
      z.object({
        id: Id,
        kind: z.string(),
        channel: z.string(),
        recipient: z.string(),
        at: Time,
        sent_at: Time.nullable(),
        failed_at: Time.nullable(),
      }),
    ),
    /** What staff, keys, the command line and jobs did, newest first. */
    log: z.array(
      z.object({
        id: Id,
        at: Time,
        actor: z.string(),
        action: z.string(),
        before: z.record(z.string(), z.unknown()).nullable(),
        after: z.record(z.string(), z.unknown()).nullable(),
      }),
    ),
    /** The other orders of the same customer, newest first. */
    other_orders: z.array(
      z.object({ id: Id, order_no: z.string(), status_label: z.string(), placed_at: Time }),
    ),
    /** The page where an unpaid order is paid online; null for others, and for staff who may not change orders. */
    payment_link: z.string().nullable(),
    /** What is in no shipment yet of each line, with its amounts. */
    left_to_ship: z.array(
      z.object({
        order_item_id: Id,
        name: z.string(),
        barcode: z.string().nullable(),
        quantity: z.int(),
        /** How many of these were sold before they were in stock, and the day that was promised. */
        ahead: z.object({ quantity: z.int(), date: z.iso.date() }).nullable(),
        price: Money,
        discount: Money,
        tax: Money,
        total: Money,
      }),
    ),
    /** All stock locations; empty in a shop with one, as is `item_locations`. */
    locations: z.array(LocationName),
    /** The location that each line leaves. */
    item_locations: z.array(z.object({ item_id: Id, location_id: Id, name: z.string() })),
    /** Where the customer wants money that is paid back by hand; null while unknown, and for staff who may not pay it back. */
    payout_details: PayoutDetails.nullable(),
    /** The returns with a credit note. */
    documents: z.object({
      credit_notes: z.array(z.object({ refund_no: z.string(), credit_note_no: z.string() })),
    }),
    /** Its parcels at couriers, newest first. */
    bookings: z.array(CourierBooking),
    /** The actions that this order's state allows. */
    actions: z.array(
      z.enum([
        'confirmPayment',
        'pack',
        'markReady',
        'handOver',
        'ship',
        'scan',
        'cancel',
        'refund',
        'startReturn',
        'giveBack',
        'changeAddress',
        'sendPaymentLink',
        'replace',
        'change',
        'withdrawChange',
        'exchange',
      ]),
    ),
    /** The amounts that may still be refunded, in all and of the delivery, and where they may go. */
    refundable: z.object({ amount: Money, delivery: Money, to: z.array(z.enum(refundTargets)) }),
  })
  .meta({ id: 'AdminOrder' })
export type OrderDetail = z.infer<typeof OrderDetail>

/** What staff take off an order: an amount in minor units or a share of the items in percent, and the delivery. */
const StaffDiscount = z.object({
  amount: z.int().min(0).max(1_000_000_000).default(0),
  percent: z.int().min(0).max(100, 'At most 100 %').default(0),
  free_delivery: z.boolean().default(false),
  /** For staff. */
  reason: Text(200).min(1, 'Please enter the reason'),
})
export type StaffDiscount = z.output<typeof StaffDiscount>

/** What staff take off one line, of its own amount. */
const LineDiscount = StaffDiscount.omit({ free_delivery: true })
export type LineDiscount = z.output<typeof LineDiscount>

/** A line without a product: named and priced by staff, not counted in stock, and not returned by shoppers. */
const CustomLine = z.object({
  name: Text(200).min(1, 'Please enter a name'),
  quantity: z.int().min(1).max(9_999),
  /** Of one piece, in minor units; with tax where the shop's prices are. */
  unit_price: z.int().min(0).max(100_000_000),
  tax_class: Text(60).min(1),
  hsn_code: HsnCode.default(''),
  discount: LineDiscount.optional(),
})
export type CustomLine = z.output<typeof CustomLine>

/** The cart of a quote. Ids of a line without a product are below zero. */
const QuotedCart = Cart.extend({
  items: z.array(
    CartItem.extend({ id: z.int(), product_id: z.int(), product: Product.extend({ id: z.int() }) }),
  ),
}).meta({ id: 'AdminQuotedCart' })

/** A variation that staff may add to an order. */
const FoundVariation = z.object({
  variation_id: Id,
  name: z.string(),
  sku: z.string(),
  price: Money,
  /** Null: sold without counting. Of one that is sold ahead the pieces that are there; 0 before the day of a pre-order. */
  stock: z.int().nullable(),
  /** What is promised of further pieces, with its day; null when there are none. */
  ahead: z.string().nullable(),
})

const PhoneOrderItem = z.object({
  variation_id: Id,
  quantity: z.int().min(1).max(9_999),
  /** Of the order that is replaced: the item has its text and picture. */
  order_item_id: Id.optional(),
  /** Not together with a coupon. */
  discount: LineDiscount.optional(),
})

/** An order as staff enter it. Quantities are pieces; the address has the fields of the checkout. */
export const PhoneOrder = z.object({
  /** Of the form. Each request fills a cart of its own, which ends with it. */
  session: z.uuid(),
  /** Together with `custom` at least one. */
  items: z.array(PhoneOrderItem).max(50).default([]),
  custom: z.array(CustomLine).max(50).default([]),
  phone: Text(20).default(''),
  email: EmailText.max(120).default(''),
  address: z.object({
    ...AddressFields.partial().shape,
    country_id: Id,
    state_id: Id.nullish(),
    state_name: Text(80).optional(),
  }),
  shipping_method: z.string().max(60).optional(),
  payment_method: z.string().max(60).optional(),
  coupon: Text(40).optional(),
  /** Not together with a coupon. */
  discount: StaffDiscount.optional(),
  /** The order whose items this one replaces. */
  replaces: IdText.optional(),
  instruction: Text(500).default(''),
})
export type PhoneOrder = z.output<typeof PhoneOrder>

/** What of an order becomes different before it is shipped; what is left out stays. */
export const OrderChange = z.object({
  /** The quantity that is to be shipped, by a line of the order or one that an earlier change removed. */
  items: z
    .array(z.object({ item_id: Id, quantity: z.int().min(0).max(9_999) }))
    .max(100)
    .default([]),
  added: z
    .array(z.object({ variation_id: Id, quantity: z.int().min(1).max(9_999) }))
    .max(50)
    .default([]),
  /** Of what is not shipped, in place of the present one; an amount of 0 takes that back. */
  discount: StaffDiscount.optional(),
  /** Charged at its present price. */
  shipping_method: z.string().max(60).optional(),
  /** The country stays. */
  address: z
    .object({ ...AddressFields.shape, state_id: Id.nullish(), state_name: Text(80).optional() })
    .optional(),
  instruction: Text(500).optional(),
})
export type OrderChange = z.output<typeof OrderChange>

/** What becomes of the difference of a change: nothing, money goes back, or the customer pays or accepts it first. */
const settlements = ['none', 'refund', 'payment', 'acceptance'] as const

/** An order as a change would leave it. */
export const ChangeQuote = z
  .object({
    version: z.string(),
    /** The lines that can get another quantity, also those that an earlier change removed. */
    lines: z.array(
      z.object({
        item_id: Id,
        name: z.string(),
        sku: z.string(),
        picture: z.string().nullable(),
        price: Money,
        /** As it is: not shipped, and shipped. */
        quantity: z.int(),
        shipped: z.int(),
      }),
    ),
    /** New pieces, at their present price. */
    added: z.array(z.object({ name: z.string(), quantity: z.int(), price: Money, total: Money })),
    totals: OrderTotals,
    /** Of the total; negative: it becomes less. */
    difference: Money,
    settlement: z.enum(settlements),
    /**
     * What promotions gave with pieces that are taken out: the order keeps these parts of discounts, and these gifts, unless staff take
     * them out too. New items are not counted.
     */
    kept: z.object({
      discounts: z.array(z.object({ name: z.string(), amount: Money })),
      gifts: z.array(z.string()),
    }),
    shipping_method: z.string(),
    /** Empty once the delivery was charged with a shipment. */
    shipping_methods: z.array(ShippingMethod),
    is_different: z.boolean(),
  })
  .meta({ id: 'AdminOrderChangeQuote' })
export type ChangeQuote = z.infer<typeof ChangeQuote>

/** Items of a delivered order for new ones. What is left out is none. */
export const ExchangeRequest = z.object({
  /** Of the form. Each request fills a cart of its own, which ends with it. */
  session: z.uuid(),
  returned: z
    .array(
      z.object({ item_id: Id, quantity: z.int().min(1).max(9_999), reason: z.enum(keysOf(refundReasons)) }),
    )
    .max(100)
    .default([]),
  /** The new items leave once the return is settled, before it, or nothing comes back and it is settled at once. */
  mode: z.enum(['on_receipt', 'at_once', 'kept']).default('on_receipt'),
  items: z.array(PhoneOrderItem).max(50).default([]),
  shipping_method: z.string().max(60).optional(),
  /** Of the difference. */
  payment_method: z.string().max(60).optional(),
  discount: StaffDiscount.optional(),
})
export type ExchangeRequest = z.output<typeof ExchangeRequest>

/** What an exchange would come to; nothing is written but its cart. */
export const ExchangeQuote = z.object({
  version: z.string(),
  /** The lines that can come back, with the paid amount of each. */
  lines: z.array(
    z.object({
      item_id: Id,
      name: z.string(),
      sku: z.string(),
      quantity: z.int(),
      paid: Money,
      /** The other variations of its product. */
      others: z.array(FoundVariation),
    }),
  ),
  /** What the chosen pieces are worth, at most what the shop still holds of the order. */
  credit: Money,
  /** The new order; null without new items. */
  cart: QuotedCart.nullable(),
  /** Total less credit; negative: it goes back. */
  difference: Money,
})
export type ExchangeQuote = z.infer<typeof ExchangeQuote>

const changeRefusals = [
  'CUSTOMISATION_INVALID',
  'ORDER_STATE',
  'OUT_OF_STOCK',
  'QUANTITY_LIMIT',
  'SHIPPING_UNAVAILABLE',
] as const

const phoneRefusals = [
  'ADDRESS_BOOK_FULL',
  'CART_FULL',
  'CART_INVALID',
  'COUPON_INVALID',
  'CUSTOMISATION_INVALID',
  'OUT_OF_STOCK',
  'PAYMENT_UNAVAILABLE',
  'QUANTITY_LIMIT',
  'SHIPPING_UNAVAILABLE',
  'STALE_CART',
] as const

/** The order that an action is for, as its sender last saw it. */
const Ref = { id: IdText, version: z.string().min(1).max(64) }
const writes = { access: 'staff', permission: 'orders.write', whileLocked: true } as const
const reads = { access: 'staff', permission: 'orders.read', whileLocked: true } as const

export const adminOrdersEndpoints = defineEndpoints<AdminRoutes['adminOrders']>()({
  list: {
    summary:
      'Orders by state, found by number, name, phone or its last digits, e-mail, town, postcode, SKU, waybill or note, with the count of each state',
    input: z.object({ ...listQuery(['placed_at', 'grand_total']), ...OrderFilter.shape }),
    data: pageOf(OrderRow).extend({ tabs: z.record(Tab, z.int()) }),
    ...reads,
  },
  filters: {
    summary:
      'The choices for the filters of the list: payment methods, couriers, tags and staff, the name of a chosen product, and how many orders have a note for the caller',
    input: z.object({ product: IdText.optional() }),
    data: z.object({
      tags: z.array(z.string()),
      /** Active staff who see orders, by name. Those who may change orders can be assigned. */
      staff: z.array(Member.extend({ is_assignable: z.boolean() })),
      orders_with_mentions: z.int(),
      payment_methods: z.array(z.object({ value: z.string(), label: z.string() })),
      couriers: z.array(z.string()),
      product_name: z.string().nullable(),
      views: z.array(OrderView),
    }),
    ...reads,
  },
  saveView: {
    summary:
      'Saves a filter of the list under a name, for oneself or for all; the former view of that name is replaced',
    input: OrderView.omit({ id: true }),
    data: z.object({ views: z.array(OrderView) }),
    ...reads,
  },
  removeView: {
    summary: 'Removes a saved view',
    input: z.object({ id: IdText }),
    data: z.object({ views: z.array(OrderView) }),
    ...reads,
  },
  get: {
    summary: 'One order with payments, shipments, notes and messages',
    input: z.object({ id: IdText }),
    data: OrderDetail,
    ...reads,
  },
  bulk: {
    summary:
      'Packs, ships or books several orders at a courier as one job; each one succeeds or fails on its own, and `batch` has the results',
    input: z.object({
      action: z.enum(['pack', 'ship', 'book']),
      ids: z.array(Id).min(1).max(500).optional(),
      /** Instead of ids: the orders of this list that can be packed or shipped, the oldest first. */
      filter: OrderFilter.optional(),
      /** Of a shipment its name; of a booking its code, by default that of the delivery method. */
      courier: Text(60).optional(),
      /** Of a booking. */
      service: Text(60).optional(),
      /** Of a shipment, by order; an order without one leaves as it is booked, or without a waybill. */
      waybills: z.record(z.string().regex(/^\d+$/), Text(60)).optional(),
    }),
    data: OrderBatch,
    ...writes,
  },
  batch: {
    summary: 'The results of a bulk action, by default of the member’s latest one within a day',
    input: z.object({ id: IdText.optional() }),
    data: OrderBatch.nullable(),
    ...reads,
  },
  export: {
    summary:
      'The orders that meet a filter as CSV, newest first, at most 10,000: a line per order or per item',
    credentialRefusals: ['PROOF_REQUIRED'],
    input: OrderFilter.extend({ by: z.enum(['order', 'item']).default('order') }),
    data: z.null(),
    file: 'text/csv',
    ...reads,
  },
  invoice: {
    summary: 'An invoice as PDF, by default the first',
    input: z.object({ id: IdText, invoice_no: Text(40).optional() }),
    data: z.null(),
    file: 'application/pdf',
    refusals: ['NO_INVOICE'],
    ...reads,
  },
  creditNote: {
    summary: 'The credit note of a return as PDF',
    input: z.object({
      id: IdText,
      refund_no: Text(40).optional(),
      /** Of a parcel that came back. */
      invoice_no: Text(40).optional(),
    }),
    data: z.null(),
    file: 'application/pdf',
    refusals: ['NO_CREDIT_NOTE'],
    ...reads,
  },
  phoneForm: {
    summary:
      'What an order by phone needs: address fields with the states, products found by name or SKU, who has the phone, and the town of a postcode',
    input: z.object({
      q: z.string().trim().max(100).default(''),
      phone: Text(20).optional(),
      postcode: Text(12).optional(),
    }),
    data: z.object({
      /** The last order from this phone, or the customer with it: the values of the form's fields. */
      caller: z.object({ source: z.string(), values: z.record(z.string(), z.string()) }).nullable(),
      location: z.object({ city: z.string().nullable(), state_id: Id.nullable() }).nullable(),
      country_id: Id,
      fields: z.array(
        z.object({
          column_name: z.string(),
          label: z.string(),
          is_required: z.boolean(),
          options: z.array(z.object({ value: z.string(), label: z.string() })).nullable(),
        }),
      ),
      products: z.array(FoundVariation),
      /** For lines without a product. */
      tax_classes: z.array(z.string()),
    }),
    ...writes,
  },
  quote: {
    summary: 'The totals of an order by phone, with the deliveries and payments that it can have',
    input: PhoneOrder,
    data: QuotedCart,
    refusals: phoneRefusals,
    ...writes,
  },
  create: {
    summary:
      'Places an order for a customer on the phone: paid on delivery, by bank transfer, or online by a link that is sent to the customer',
    input: PhoneOrder.extend({
      idempotency_key: z.uuid(),
      /** The total that the customer agreed to, in minor units. */
      expected_total: z.int().min(0),
      /** Of an order that is paid online. Its stock is held as long. */
      link_days: LinkDays.default(PAYMENT_LINK_DAYS.usual),
      /** The customer gets an order that is paid online as a quote, valid for so many days, instead of a payment link. */
      quote_days: z.int().min(QUOTE_DAYS.least).max(QUOTE_DAYS.most).optional(),
    }),
    data: OrderDetail,
    refusals: [
      ...phoneRefusals,
      'ALREADY_ORDERED',
      'IDEMPOTENCY_KEY_REUSED',
      'NOT_SERVICEABLE',
      'ORDER_STATE',
      'PRICES_CHANGED',
    ],
    ...writes,
  },
  sendPaymentLink: {
    summary:
      'Sends the customer of an unpaid order a link to pay online, and keeps the order as long as it is valid',
    input: z.object({ ...Ref, days: LinkDays.default(PAYMENT_LINK_DAYS.usual) }),
    data: OrderDetail,
    refusals: ['STALE_RECORD', 'ORDER_STATE', 'OUT_OF_STOCK', 'COUPON_INVALID'],
    ...writes,
  },
  confirmPayment: {
    summary: 'Records money that no gateway reports, such as a bank transfer',
    input: z.object(Ref),
    data: OrderDetail,
    refusals: ['STALE_RECORD', 'ORDER_STATE'],
    ...writes,
  },
  pack: {
    summary: 'Marks an order as packed',
    input: z.object(Ref),
    data: OrderDetail,
    refusals: ['STALE_RECORD', 'ORDER_STATE'],
    ...writes,
  },
  markReady: {
    summary: 'An order that the customer picks up is ready: mail and SMS with the code to show',
    input: z.object(Ref),
    data: OrderDetail,
    refusals: ['STALE_RECORD', 'ORDER_STATE'],
    ...writes,
  },
  handOver: {
    summary: 'Hands an order over to the customer who shows its code; it is delivered with that',
    input: z.object({ ...Ref, code: Text(20) }),
    data: OrderDetail,
    refusals: [
      'STALE_RECORD',
      'ORDER_STATE',
      'NOTHING_TO_SHIP',
      'ITEM_SHIPPED',
      'WAYBILL_TAKEN',
      'SHIPMENT_DELIVERED',
    ],
    ...writes,
  },
  ship: {
    summary: 'Ships all remaining items of an order, or only the given ones',
    input: z.object({
      ...Ref,
      courier: Text(60),
      /** Empty: an own van, a letter, a pick-up. The shipment gets a number of its own. */
      waybill: Text(60).default(''),
      tracking_url: Text(500).optional(),
      expected_at: Day.optional(),
      items: z
        .array(z.object({ order_item_id: Id, quantity: z.int().min(1) }))
        .min(1)
        .max(100)
        .optional(),
    }),
    data: OrderDetail,
    refusals: ['STALE_RECORD', 'ORDER_STATE', 'NOTHING_TO_SHIP', 'ITEM_SHIPPED', 'WAYBILL_TAKEN'],
    ...writes,
  },
  correctWaybill: {
    summary:
      'Gives a shipment that has not arrived another waybill and courier, and its customer a message with them',
    input: z.object({
      ...Ref,
      /** The one that it has. */
      waybill: Text(60),
      /** Empty: the shop gives it a number of its own. */
      new_waybill: Text(60).default(''),
      courier: Text(60),
    }),
    data: OrderDetail,
    refusals: ['STALE_RECORD', 'SHIPMENT_DELIVERED', 'WAYBILL_TAKEN'],
    ...writes,
  },
  scan: {
    summary: 'Adds a scan of the courier to a shipment',
    input: z.object({
      ...Ref,
      waybill: Text(60),
      status: z.enum(scanStatuses).exclude(['shipped']),
      location: Text(100).optional(),
      remark: Text(200).optional(),
    }),
    data: OrderDetail,
    refusals: ['STALE_RECORD', 'ORDER_STATE', 'SHIPMENT_DELIVERED'],
    ...writes,
  },
  deliver: {
    summary: 'Marks a shipment as delivered',
    input: z.object({ ...Ref, waybill: Text(60), location: Text(100).optional() }),
    data: OrderDetail,
    refusals: ['STALE_RECORD', 'ORDER_STATE', 'SHIPMENT_DELIVERED'],
    ...writes,
  },
  cancel: {
    summary: 'Cancels an order, whole or in part, before it is shipped, and refunds what was paid',
    input: z.object({
      ...Ref,
      items: z
        .array(z.object({ item_id: Id, quantity: z.int().min(1) }))
        .min(1)
        .max(100)
        .optional(),
      /** Also the shopper's reasons, which pages of the release before send. */
      reason: z.enum(keysOf({ ...cancelReasons, ...staffCancelReasons })),
      comment: Text(1_000).default(''),
      accepted_amount: AcceptedAmount,
    }),
    data: OrderDetail,
    refusals: ['STALE_RECORD', 'ORDER_STATE', 'ORDER_NOT_CANCELLABLE', 'BENEFIT_LOST'],
    ...writes,
  },
  refund: {
    summary: 'The next step of a return: approve, decline, returned or paid',
    input: z.object({
      ...Ref,
      refund_no: z.string().trim().min(1).max(40),
      step: z.enum(['approve', 'reject', 'returned', 'paid']),
      /** At `returned`: the items can be sold again and go back into stock. */
      restocks: z.boolean().default(false),
      /** The location that they go into; by default the one that each has left. */
      location_id: Id.optional(),
      /** At `returned`, where not all of it has arrived: the pieces that have. */
      items: z
        .array(z.object({ item_id: Id, quantity: z.int().min(1) }))
        .max(100)
        .optional(),
      note: Text(1_000).optional(),
      /** At `paid`. */
      refund_to: z.enum(refundTargets).optional(),
      /** At `reject`, for a withdrawal from the contract: only the law ends it. */
      legal_reason: z.enum(keysOf(declineReasons)).optional(),
    }),
    data: OrderDetail,
    refusals: ['STALE_RECORD', 'ORDER_STATE', 'NOT_REFUNDABLE', 'ORDER_NOT_CANCELLABLE', 'OUT_OF_STOCK'],
    ...writes,
  },
  addReturnPhoto: {
    summary:
      'Stores a photo for a return that staff start: JPEG, PNG or WebP; the return names it within a day',
    input: z.object({ id: IdText }),
    data: z.object({ image_path: z.string() }),
    takesForm: true,
    takesFiles: ['file'],
    ...writes,
  },
  startReturn: {
    summary:
      'Starts a return of delivered items for the customer, approved at once, also after the return window',
    input: z.object({
      ...Ref,
      items: z
        .array(
          z.object({
            item_id: Id,
            quantity: z.int().min(1),
            reason: z.enum(keysOf(refundReasons)),
            comment: Text(1_000).default(''),
            images: z.array(PhotoPath).max(maxPhotos).default([]),
          }),
        )
        .min(1, 'Please choose at least one item')
        .max(100),
      /** For the customer: how the items come back. */
      note: Text(1_000).default(''),
      accepted_amount: AcceptedAmount,
    }),
    data: OrderDetail,
    refusals: ['STALE_RECORD', 'ORDER_STATE', 'NOT_REFUNDABLE', 'BENEFIT_LOST'],
    ...writes,
  },
  giveBack: {
    summary: 'Gives money of a paid order back while the customer keeps the items',
    input: z.object({
      ...Ref,
      /** Minor units of the order's currency. */
      amount: z.int().min(1, 'Please enter an amount').max(Number.MAX_SAFE_INTEGER),
      reason: z.enum(keysOf(allowanceReasons)),
      refund_to: z.enum(refundTargets).default('original'),
      /** For the customer. */
      note: Text(1_000).default(''),
    }),
    data: OrderDetail,
    refusals: ['STALE_RECORD', 'NOT_REFUNDABLE'],
    ...writes,
  },
  markReviewed: {
    summary: 'Records that staff have looked at an order whose payment needed a review',
    input: z.object(Ref),
    data: OrderDetail,
    refusals: ['STALE_RECORD'],
    ...writes,
  },
  failedRefund: {
    summary:
      'What becomes of a refund that the gateway has not made: it is asked again at once, or, after a last attempt, the amount is to be paid by hand',
    input: z.object({ ...Ref, refund_id: Id, step: z.enum(['retry', 'by_hand']) }),
    data: OrderDetail,
    refusals: ['STALE_RECORD', 'ORDER_STATE'],
    ...writes,
  },
  payBack: {
    summary: 'Records that money which no gateway returns was paid back, once',
    input: z.object({
      ...Ref,
      owed_id: Id,
      paid_on: Day,
      reference: Text(100).min(1, 'Please enter the reference of the payment'),
    }),
    data: OrderDetail,
    refusals: ['STALE_RECORD', 'ORDER_STATE'],
    ...writes,
  },
  payout: {
    summary: 'Enters or corrects where the customer wants the money',
    input: z.object({ ...Ref, payout: PayoutDetails }),
    data: OrderDetail,
    refusals: ['STALE_RECORD', 'NO_DETAILS_NEEDED'],
    ...writes,
  },
  quoteChange: {
    summary:
      'What a change of an order before its shipment makes of lines, totals and delivery; nothing is written',
    input: OrderChange.extend({ id: IdText }),
    data: ChangeQuote,
    refusals: changeRefusals,
    ...writes,
  },
  change: {
    summary:
      'Changes an order before its shipment: at once where it costs no more, otherwise when the customer has paid the difference or accepted it',
    input: OrderChange.extend({
      ...Ref,
      idempotency_key: z.uuid(),
      /** The total of the quote, in minor units. */
      expected_total: z.int().min(0),
      /** How long the customer may answer; the order is on hold until then. */
      days: LinkDays.default(PAYMENT_LINK_DAYS.usual),
    }),
    data: OrderDetail,
    refusals: [...changeRefusals, 'STALE_RECORD', 'PRICES_CHANGED', 'PAYMENT_UNAVAILABLE'],
    ...writes,
  },
  withdrawChange: {
    summary: 'Ends a change that waits for the customer: the order is as before, and they get a message',
    input: z.object(Ref),
    data: OrderDetail,
    refusals: ['STALE_RECORD', 'ORDER_STATE'],
    ...writes,
  },
  quoteExchange: {
    summary: 'What an exchange of delivered items for new ones comes to, and what can be exchanged for what',
    input: ExchangeRequest.extend({ id: IdText }),
    data: ExchangeQuote,
    refusals: [...phoneRefusals, 'NOT_REFUNDABLE'],
    ...writes,
  },
  exchange: {
    summary:
      'Exchanges delivered items for new ones: a return and a new order that its value pays, in one transaction',
    input: ExchangeRequest.extend({
      ...Ref,
      returned: ExchangeRequest.shape.returned.unwrap().min(1, 'Please choose what comes back'),
      items: ExchangeRequest.shape.items.unwrap().min(1, 'Please add a product'),
      idempotency_key: z.uuid(),
      /** The total of the new order in the quote, in minor units. */
      expected_total: z.int().min(0),
      link_days: LinkDays.default(PAYMENT_LINK_DAYS.usual),
      /** For the customer. */
      note: Text(1_000).default(''),
    }),
    /** The new order. */
    data: OrderDetail,
    refusals: [
      ...phoneRefusals,
      'ALREADY_ORDERED',
      'IDEMPOTENCY_KEY_REUSED',
      'NOT_REFUNDABLE',
      'NOT_SERVICEABLE',
      'ORDER_STATE',
      'PRICES_CHANGED',
      'STALE_RECORD',
    ],
    ...writes,
  },
  addNote: {
    summary: 'Adds a note that only staff see',
    input: z.object({ id: IdText, text: Text(2_000).min(1, 'Please enter a note') }),
    data: OrderDetail,
    ...writes,
  },
  seeMentions: {
    summary: 'Marks the notes of an order that name the caller as seen to',
    input: z.object({ id: IdText }),
    data: OrderDetail,
    ...reads,
  },
  tag: {
    summary: 'Adds tags to an order and removes others; tags of other staff stay',
    input: z.object({ id: IdText, add: Tags, remove: Tags }),
    data: OrderDetail,
    ...writes,
  },
  assign: {
    summary: 'Assigns an order to a member of staff who may change orders, or to none',
    input: z.object({
      id: IdText,
      staff_id: Id.nullable(),
      /** The present one as the caller knows it: refused with STALE_RECORD when it is another one. */
      from_id: Id.nullable(),
    }),
    data: OrderDetail,
    refusals: ['STALE_RECORD'],
    ...writes,
  },
  organize: {
    summary: 'Adds and removes tags of several orders, and assigns them, all at once or not at all',
    input: z.object({
      ids: z.array(Id).min(1).max(500).optional(),
      /** Instead of ids: the orders of this list, the oldest first, at most 1,000. */
      filter: OrderFilter.optional(),
      add: Tags,
      remove: Tags,
      /** Left out: who takes care of them stays. */
      staff_id: Id.nullable().optional(),
    }),
    data: z.object({ changed: z.int() }),
    ...writes,
  },
  changeAddress: {
    summary: 'Corrects the delivery address before anything is shipped; the country and the total stay',
    input: z.object({
      ...Ref,
      ...AddressFields.shape,
      state_id: Id.nullish(),
      state_name: Text(80).optional(),
    }),
    data: OrderDetail,
    refusals: ['STALE_RECORD', 'ORDER_STATE'],
    ...writes,
  },
  resend: {
    summary: 'Sends a mail or SMS of the order once more',
    input: z.object({ id: IdText, message_id: Id }),
    data: OrderDetail,
    refusals: ['MESSAGE_WAITING'],
    ...writes,
  },
  demoCourier: {
    summary:
      'Switches the demo courier, which moves the orders of a demo by itself, on or off for all orders',
    input: z.object({ is_on: z.boolean() }),
    data: z.object({ is_on: z.boolean() }),
    ...writes,
  },
})
