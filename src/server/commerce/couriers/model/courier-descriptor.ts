import type { ScanStatus } from '#contract/rules/shipment-status.ts'
import type { EventHeaders } from '#server/commerce/gateways/model/gateway.ts'
import type { KeyCheck } from '#server/commerce/gateways/model/key-check.ts'
import type { CompanyEnvironment } from '#server/platform/config/service-variables.ts'
import type { Services } from '#server/platform/kernel/context.ts'

export type CourierServices = Pick<Services, 'config'>

/**
 * Everything that the shop needs from a courier. Configuration, services, `doctor`, webhook and the choices of staff are derived from
 * it; `couriers.ts` is the only list. ADR 0035.
 */
export type CourierDescriptor<Keys = unknown> = {
  /** Code of its bookings. Differs from the codes of the payment gateways, whose keys are stored beside its own. */
  code: string
  /** Display name for staff. */
  name: string
  /** Moves no goods, so production does not offer it. */
  isTest?: true
  /** The variables that enable it. Without any it is always enabled. */
  environment?: CompanyEnvironment<Keys>
  /**
   * Asks the courier whether it accepts the keys, by a request that changes nothing.
   * @throws when it does not answer, or not readably.
   */
  checkKeys?(keys: Keys): Promise<KeyCheck>
  create(services: CourierServices, keys: Keys): Courier
}

/**
 * A courier. Every function calls an external service, so none may run inside a transaction, and those with a key are idempotent for
 * it. They throw `CourierError`.
 */
export type Courier = {
  code: string
  name: string
  /** Minutes between two questions about a parcel; 0: it is not asked. */
  trackMinutes: number
  rates?(parcel: CourierParcel): Promise<CourierRate[]>
  book(booking: BookingToMake): Promise<BookedParcel>
  /** Also for a booking whose answer was lost: the key names it. */
  cancel?(booking: { key: string; waybill: string | null }): Promise<void>
  track?(parcel: { waybill: string; since: Date }): Promise<CourierScan[]>
  /** Asks for a pick-up of these parcels on a day, `2026-11-30`. @returns the courier's reference. */
  pickup?(request: { key: string; date: string; waybills: string[] }): Promise<string>
  /**
   * Reads a webhook's raw body.
   * @throws {BadEvent} when the signature is wrong or too old, or the body is no event.
   */
  parseEvent?(rawBody: string, headers: EventHeaders): CourierEvent[]
}

/** An end of a parcel's way; `country` is a code such as `IN`. */
export type Party = {
  name: string
  phone: string
  email: string
  address: string
  city: string
  state: string
  postcode: string
  country: string
}

export type CourierParcel = {
  /** `return`: from the customer to the shop. */
  direction: 'shipment' | 'return'
  order_no: string
  from: Party
  to: Party
  items: { name: string; sku: string; quantity: number }[]
  /** Null: not known. */
  weight_g: number | null
  /** Of the goods, and what the courier collects on delivery; minor units of `currency`. */
  value: number
  collect: number
  currency: string
}

/** `service` is the courier's code for it, `price` in minor units of the parcel's currency. */
export type CourierRate = { service: string; name: string; price: number | null; days: number | null }

/** An empty service leaves the choice to the courier. */
export type BookingToMake = CourierParcel & { key: string; service: string }

export type BookedParcel = {
  waybill: string
  /** As shoppers read it. */
  carrier: string
  tracking_url: string | null
  price: number | null
  /** A PDF. */
  label: Buffer | null
}

export type CourierScan = {
  status: Exclude<ScanStatus, 'shipped'>
  at: Date
  location: string
  remark: string
}

export type CourierEvent = { waybill: string; scans: CourierScan[] }

/**
 * `refused`: the courier has read the request, and nothing is booked. `not_accepted`: keys or address are wrong. `not_offered`: it has
 * no such function. `unknown`: no usable answer came, and the request may have been carried out.
 */
export type CourierErrorKind = 'refused' | 'not_accepted' | 'not_offered' | 'unknown'

/** Its message is for staff. */
export class CourierError extends Error {
  override name = 'CourierError'
  readonly kind: CourierErrorKind
  constructor(kind: CourierErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** Checks a descriptor against the type of its keys, which the list of couriers does not know. */
export const defineCourier = <Keys = undefined>(descriptor: CourierDescriptor<Keys>): CourierDescriptor =>
  descriptor
