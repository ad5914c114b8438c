/** What the merchant chose for invoices, credit notes and packing slips. ADR 0049. */
export type DocumentLook = {
  show_logo: boolean
  /** Of titles and rules; null for black. */
  accent: string | null
  /** At the foot of each page of an invoice and a credit note. */
  footer: string
  show_sku: boolean
  /** Below the goods of a packing slip. */
  slip_text: string
  slip_phone: boolean
  slip_sku: boolean
}

export const plainDocumentLook: DocumentLook = {
  show_logo: false,
  accent: null,
  footer: '',
  show_sku: true,
  slip_text: '',
  slip_phone: true,
  slip_sku: true,
}
