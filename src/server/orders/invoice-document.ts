/** Every word and amount of an invoice, as it was issued: later changes of shop, rates or order leave it as it is. Minor units. */
export type InvoiceDocument = TaxPaper & Issued & { invoice_no: string }

/** The same of a credit note: what of an invoice is paid back. */
export type CreditNoteDocument = TaxPaper &
  Issued & { credit_note_no: string; refund_no: string; invoice: Issued & { invoice_no: string } }

/** Days where the shop's customers are: `2026-11-24`. */
type Issued = { issued_on: string }

export type TaxPaper = {
  order_no: string
  ordered_on: string
  currency: string
  locale: string
  is_tax_included: boolean
  /** `tax_no` with its name: `GSTIN 27…`. */
  seller: { name: string; address: string; tax_no: string; contact: string }
  bill_to: string[]
  ship_to: string[]
  /** The state whose tax it is. */
  place_of_supply: string
  payment: string
  lines: InvoiceLine[]
  taxes: { label: string; amount: number }[]
  sums: { label: string; amount: number }[]
  total: number
}

export type InvoiceLine = {
  name: string
  sku: string
  quantity: number
  unit_price: number
  discount: number
  /** What the tax is reckoned on. */
  taxable: number
  /** Basis points. */
  rate: number
  tax: number
  /** With tax. */
  total: number
}
