import type { RefundTarget } from '#contract/refund.ts'
import type { IssuedLook } from '#server/shop/settings/document-look.ts'

/**
 * All texts and amounts of an invoice as issued; later changes of shop, rates or order do not affect it.
 * Amounts in minor units.
 */
export type InvoiceDocument = TaxDocument & Issued & { invoice_no: string }

/** All texts and amounts of a credit note: the refunded part of an invoice, or what it billed of a parcel that came back. */
export type CreditNoteDocument = TaxDocument &
  Issued & {
    credit_note_no: string
    /** Null: of a parcel that came back. */
    refund_no: string | null
    /** Of that parcel; absent on others. */
    waybill?: string
    /** Absent on documents that were issued without it. */
    refund_to?: RefundTarget
    invoice: Issued & { invoice_no: string }
  }

/** Dates in the shop's time zone: `2026-11-24`. */
type Issued = { issued_on: string }

export type TaxDocument = {
  order_no: string
  ordered_on: string
  currency: string
  locale: string
  is_tax_included: boolean
  /** `tax_no` with its name: `GSTIN 27…`. */
  seller: { name: string; address: string; tax_no: string; contact: string }
  bill_to: string[]
  ship_to: string[]
  /** Code of the country that it is sent to; absent on documents that were issued without it. */
  destination?: string
  /** The state that the tax is owed to. */
  place_of_supply: string
  payment: string
  /** When it is paid, if it was not paid at the issue; absent on documents that were issued without it. */
  due?: 'on_delivery' | 'later' | null
  /** What gift cards and store credit pay, as text; absent where they pay nothing, or everything. */
  paid_before?: string
  lines: InvoiceLine[]
  taxes: { label: string; amount: number }[]
  sums: { label: string; amount: number }[]
  total: number
  /** Absent on documents that were issued without it, which are drawn plainly. */
  look?: IssuedLook
  /** A sentence that the law prescribes for such a supply; absent on documents that were issued without it. */
  note?: string | null
}

export type InvoiceLine = {
  name: string
  sku: string
  /** Tariff code; absent on documents that were issued without it, empty for delivery and fees. */
  hsn_code?: string
  /** The customisation; absent on documents that were issued without it. */
  note?: string | null
  quantity: number
  unit_price: number
  discount: number
  /** Amount that the tax is calculated on. */
  taxable: number
  /** Basis points. */
  rate: number
  tax: number
  /** Including tax. */
  total: number
}
