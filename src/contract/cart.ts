import { z } from 'zod'
import { Product } from './catalog.ts'
import { defineEndpoints } from './define-endpoints.ts'
import * as limits from './limits.ts'
import type { Routes } from './routes.ts'
import { MAX_AGE } from './rules/confirmed-age.ts'
import { Day, EmailText, Flag, Id, IdText, Money, Text, Time } from './shapes.ts'

/** Fields of an address. The country decides which of them are required (settings/address-fields). */
export const AddressFields = z.object({
  first_name: Text(60),
  last_name: Text(60),
  phone: Text(20),
  address_line_1: Text(120),
  address_line_2: Text(120),
  city: Text(80),
  postcode: Text(12),
  /** The buyer's tax number for invoices, such as a GSTIN. Not in the spec. */
  tax_no: Text(20).optional(),
})

/** On a cart `id` is the cart's row and `address_id` the saved address it came from, or null (decisions §2). */
export const Address = AddressFields.extend({
  id: Id,
  address_id: Id.nullable(),
  default: z.boolean(),
  country: Id,
  state: Id.nullable(),
  country_id: Id,
  state_id: Id.nullable(),
  country_name: z.string(),
  /** Of the country, for its phone numbers: `+91`; absent on orders from before there was one. Not in the spec. */
  mobile_code: z.string().optional(),
  state_name: z.string(),
  address_type: z.enum(['Shipping', 'Billing']),
}).meta({ id: 'Address' })

export const AdditionalData = z.strictObject({
  custom_text: Text(200).optional(),
  image_path: z.string().max(200).optional(),
  /** Of a gift card: whom it is sent to, and on which day in the time zone of the shop; without one at once. Not in the spec. ADR 0029. */
  recipient_email: z.email('Please enter the e-mail address of the recipient').max(200).optional(),
  recipient_name: Text(100).optional(),
  recipient_message: Text(500).optional(),
  send_on: Day.or(z.literal('')).optional(),
})

/** The shopper says that they are at least as old. The reply's cookie `confirmed_age` says it for the rest of the visit. Not in the spec. ADR 0033. */
export const ConfirmedAge = z.int().min(1).max(MAX_AGE).optional()

/** What a promotion or coupon takes off a line, or off the cart, by its name. `code`: null for one without. Not in the spec. ADR 0034. */
export const NamedAdjustment = z.object({ name: z.string(), code: z.string().nullable(), amount: Money })

/** Of a whole cart or order. */
export const CartAdjustments = z.array(NamedAdjustment.extend({ is_of_delivery: z.boolean() }))
export type CartAdjustments = z.infer<typeof CartAdjustments>

export const CartItem = z.object({
  id: Id,
  product_id: Id,
  product: Product,
  quantity: z.int().positive(),
  quantity_in_display_unit: z.int().positive(),
  display_unit: z.string(),
  /** The chosen options by their labels: [{label: 'Colour', value: 'Terra'}]. Not in the spec. */
  options: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Custom fields of the cart; left out without any. Not in the spec. */
  fields: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
  unit_price: Money,
  previous_unit_price: Money.nullable(),
  line_discount: Money,
  /** Parts of `line_discount` that have a name; left out without any. Not in the spec. */
  adjustments: z.array(NamedAdjustment).optional(),
  /** A gift of a promotion: it costs nothing, its quantity stays 1, and one of the choices can be taken instead. Not in the spec. ADR 0034. */
  gift: z
    .object({ promotion_id: Id, choices: z.array(z.object({ product_id: Id, name: z.string() })) })
    .optional(),
  line_tax: Money,
  line_total: Money,
  in_stock: z.boolean(),
  available_quantity: z.int().min(0),
  max_quantity: z.int(),
  min_quantity: z.int(),
  quantity_step: z.int(),
  /** Spelt so on the wire (decisions §1.1). */
  additonal_data: z
    .object({ custom_text: z.string().nullable(), image_path: z.string().nullable() })
    .nullable(),
})

/** A location where customers pick orders up. */
export const Pickup = z.object({ name: z.string(), address: z.string(), opening_hours: z.string() })

export const ShippingMethod = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  amount: Money,
  /** Amount of further items until it is free; null when it never is or already is. Not in the spec. */
  free_after: Money.nullable(),
  eta_days: z.object({ min: z.int(), max: z.int() }).nullable(),
  /** Where the order is picked up; null for a delivery. Not in the spec. */
  pickup: Pickup.nullable(),
})

export const PaymentMethod = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  description: z.string(),
  fee: Money.nullable(),
  is_available: z.boolean(),
  reason: z.string().nullable(),
})

/** A listed coupon, evaluated for this cart. */
export const CouponOffer = z
  .object({
    code: z.string(),
    title: z.string(),
    description: z.string(),
    is_applicable: z.boolean(),
    /** Why it cannot be used now, as shown to the shopper; null when it can. */
    reason: z.string().nullable(),
    /** The saving for this cart, or the saving at the coupon's minimum value. */
    saves: Money,
    expires_at: Time,
    /** The last day in the shop's time zone: `2027-12-31`. */
    expires_on: z.iso.date(),
  })
  .meta({ id: 'CouponOffer' })

export const Cart = z
  .object({
    id: Id.nullable(),
    session_id: z.string().nullable(),
    cart_session: z.string().nullable(),
    api_cart: z.boolean(),
    version: z.int(),
    customer_id: Id.nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    currency: z.string(),
    items: z.array(CartItem),
    total_quantity: z.int(),
    coupon: z
      .object({
        code: z.string(),
        description: z.string(),
        /** The discount on the items (equal to `discount_total`), or on the delivery. */
        discount: Money,
        is_automatic: z.boolean(),
      })
      .nullable(),
    /** Why a coupon no longer applies: 'WELCOME10 was removed: …'. Not in the spec. */
    coupon_notice: z.string().nullable(),
    /** Each promotion and the coupon with what they take off the goods or the delivery; left out without any. Not in the spec. */
    adjustments: CartAdjustments.optional(),
    /** Promotions that are nearly reached: 'Add ₹250 more for “Free delivery”'. Left out in a shop without promotions. Not in the spec. */
    offers: z.array(z.string()).optional(),
    subtotal: Money,
    discount_total: Money,
    shipping_total: Money,
    tax_total: Money,
    /** Fee of the payment method, such as cash on delivery's. Not in the spec. */
    payment_fee: Money,
    /** Tax on the delivery and on the fee, both part of `tax_total`. Not in the spec. */
    shipping_tax: Money,
    payment_fee_tax: Money,
    tax_included: z.boolean(),
    grand_total: Money,
    /** Gift cards and store credit that pay a part of the total, and what is left to pay; left out without any. Not in the spec. ADR 0034. */
    stored_value: z
      .object({
        /** `kind`: the plugin of the account. */
        parts: z.array(z.object({ id: Id, kind: z.string(), label: z.string(), amount: Money })),
        due: Money,
      })
      .optional(),
    shipping_address: Address.nullable(),
    billing_address: Address.nullable(),
    billing_same_as_shipping: z.boolean(),
    shipping_method: ShippingMethod.nullable(),
    shipping_methods: z.array(ShippingMethod),
    cart_payment_method: z.object({ id: Id, code: z.string(), name: z.string() }).nullable(),
    cart_payment_methods: z.array(PaymentMethod),
    instruction: z.string().nullable(),
    /** The largest of the ages that buyers of its items confirm; left out without any. Not in the spec. */
    min_age: z.int().optional(),
    expires_at: Time.nullable(),
    updated_at: Time.nullable(),
  })
  .meta({ id: 'Cart' })

/** Identifies a cart (decisions §1.8): a convenience for clients; cookie and session have precedence. */
const cartRef = {
  api_cart: Flag.optional(),
  cart_session: z.string().max(100).nullish(),
}
/** A stale `version` is a 409 (decisions §1.8). */
const cartWrite = { ...cartRef, version: z.int().optional() }

/** Identifies a line: `item_id`, or `product_id` when only one line has it (two: 422). */
const lineRef = { product_id: Id.optional(), item_id: Id.optional() }

const OutOfStock = z.array(z.object({ item_id: Id, product_id: Id, requested: z.int(), available: z.int() }))

export const cartEndpoints = defineEndpoints<Routes['cart']>()({
  get: {
    summary: 'The cart; an unknown or expired one is empty and nothing is written',
    input: z.object(cartRef),
    data: Cart,
  },
  addItem: {
    summary: 'Puts more of a variation into the cart, making the cart if there is none',
    input: z.object({
      ...cartWrite,
      product_id: Id,
      quantity: z.int().min(1).max(9_999).default(1),
      additonal_data: AdditionalData.nullish(),
      confirmed_age: ConfirmedAge,
    }),
    data: Cart,
    refusals: [
      'OUT_OF_STOCK',
      'QUANTITY_LIMIT',
      'CART_FULL',
      'CUSTOMISATION_INVALID',
      'AGE_UNCONFIRMED',
      'STALE_CART',
    ],
  },
  updateQty: {
    summary: 'Sets the quantity of a line',
    input: z.object({ ...cartWrite, ...lineRef, quantity: z.int().min(1).max(9_999) }),
    data: Cart,
    refusals: ['CART_INVALID', 'OUT_OF_STOCK', 'QUANTITY_LIMIT', 'STALE_CART'],
  },
  removeItem: {
    summary: 'Removes a line',
    input: z.object({
      ...cartRef,
      version: z.coerce.number().int().optional(),
      product_id: IdText.optional(),
      item_id: IdText.optional(),
    }),
    data: Cart,
    refusals: ['CART_INVALID', 'STALE_CART'],
  },
  updateAddress: {
    summary: 'Sets the shipping or billing address',
    input: z.object({
      ...cartWrite,
      ...AddressFields.partial().shape,
      address_type: z.enum(['Shipping', 'Billing']),
      address_id: Id.nullish(),
      country_id: Id,
      state_id: Id.nullish(),
      /** Free text where the country has no list of states. Not in the spec. */
      state_name: Text(80).optional(),
      same_as_shipping: z.boolean().optional(),
      save_address: z.boolean().optional(),
    }),
    data: Cart,
    refusals: ['ADDRESS_BOOK_FULL', 'CART_INVALID', 'STALE_CART'],
  },
  updateContact: {
    summary: 'Sets phone and e-mail for the order',
    input: z.object({
      ...cartWrite,
      phone: Text(20).nullish(),
      email: EmailText.max(120).nullish(),
      marketing_opt_in: z.boolean().optional(),
    }),
    data: Cart,
    refusals: ['CART_INVALID', 'STALE_CART'],
  },
  updateShippingMode: {
    summary: 'Chooses the shipping method',
    input: z.object({ ...cartWrite, shipping_method: z.string().max(60) }),
    data: Cart,
    refusals: ['CART_INVALID', 'SHIPPING_UNAVAILABLE', 'STALE_CART'],
  },
  updatePaymentMode: {
    summary: 'Chooses the payment method',
    input: z.object({ ...cartWrite, payment_method: z.string().max(60) }),
    data: Cart,
    refusals: ['CART_INVALID', 'PAYMENT_UNAVAILABLE', 'STALE_CART'],
  },
  chooseGift: {
    summary: 'Takes another of the gifts that a promotion offers',
    input: z.object({ ...cartWrite, promotion_id: Id, product_id: Id }),
    data: Cart,
    refusals: ['CART_INVALID', 'STALE_CART'],
  },
  updateItemsPrice: {
    summary: 'Accepts the current prices',
    input: z.object(cartWrite),
    data: Cart,
    refusals: ['CART_INVALID', 'STALE_CART'],
  },
  update: {
    summary: 'Sets the instruction and any number of quantities, all or nothing',
    input: z.object({
      ...cartWrite,
      instruction: Text(500).nullish(),
      items: z
        .array(z.strictObject({ item_id: Id, quantity: z.int().min(1).max(9_999) }))
        .max(limits.maxCartLines)
        .optional(),
    }),
    data: Cart,
    refusals: ['CART_INVALID', 'OUT_OF_STOCK', 'QUANTITY_LIMIT', 'STALE_CART'],
  },
  couponsGet: {
    summary: 'The coupons the shop shows: what each would save, or why it cannot be used',
    input: z.object(cartRef),
    data: z.array(CouponOffer),
  },
  couponsApply: {
    summary: 'Puts a coupon on the cart, in place of any other',
    input: z.object({ ...cartWrite, code: Text(40).min(1) }),
    data: Cart,
    refusals: ['CART_INVALID', 'COUPON_INVALID', 'STALE_CART'],
  },
  couponsRemove: {
    summary: 'Takes the coupon off the cart',
    input: z.object({ ...cartRef, version: z.coerce.number().int().optional() }),
    data: Cart,
    refusals: ['CART_INVALID', 'STALE_CART'],
  },
  validate: {
    summary: 'Are prices and stock of the cart still what the shopper saw?',
    input: z.object(cartRef),
    data: Cart,
    extra: z.object({
      validation: z.object({
        is_valid: z.boolean(),
        prices_updated: z.boolean(),
        is_stock_valid: z.boolean(),
        out_of_stock_items: OutOfStock,
        coupon_removed: z.boolean(),
      }),
    }),
    refusals: ['CART_INVALID'],
  },
  validateAddress: {
    summary: 'Is the shipping address complete, and do we deliver there?',
    input: z.object(cartRef),
    data: Cart,
    extra: z.object({
      validation: z.object({ is_valid: z.boolean(), serviceable: z.boolean() }),
    }),
    refusals: ['NOT_SERVICEABLE', 'CART_INVALID'],
  },
  validateStock: {
    summary: 'Is there stock for every line?',
    input: z.object(cartRef),
    data: Cart,
    extra: z.object({
      validation: z.object({ is_stock_valid: z.boolean(), out_of_stock_items: OutOfStock }),
    }),
    refusals: ['CART_INVALID'],
  },
})

export type Address = z.infer<typeof Address>
export type Cart = z.infer<typeof Cart>
export type CouponOffer = z.infer<typeof CouponOffer>
export type CartItem = z.infer<typeof CartItem>
export type Pickup = z.infer<typeof Pickup>
export type ShippingMethod = z.infer<typeof ShippingMethod>
export type PaymentMethod = z.infer<typeof PaymentMethod>
