import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import type { StoredLook } from '#server/shop/settings/document-look.ts'
import { sampleAddress } from '../messages/sample-order.ts'
import { type DocumentFacts, shopOfDocuments, toTaxDocument } from './document-facts.ts'
import type { InvoiceDocument } from './invoice-document.ts'

const readShop = prepared<Pick<DocumentFacts, 'shop'>>('shop of documents', `select ${shopOfDocuments}`)

const line = { hsn_code: '6912', note: null, discount: 0, rate: 1_800 }

/** An invoice that was never issued, with the shop's own facts, to try a look with. */
export async function sampleInvoice(db: Db, channel: Channel, look: StoredLook): Promise<InvoiceDocument> {
  const { shop = {} } = (await readShop.first(db)) ?? {}
  return {
    invoice_no: 'INV-2026-00042',
    issued_on: '2026-11-24',
    ...toTaxDocument({
      order_no: 'KL-100042',
      placed_at: new Date('2026-11-22T10:00:00Z'),
      currency: channel.currency,
      locale: channel.locale,
      country: channel.country_code,
      destination: channel.country_code,
      tax_name: 'Tax',
      is_tax_included: true,
      shipping_method_name: 'Standard delivery',
      shipping_total: 0,
      payment_fee: 0,
      charges_tax_rate: 0,
      shipping_tax: 0,
      payment_fee_tax: 0,
      payment_method_name: 'Cash on delivery',
      payment_method: 'cod',
      payment_status: 'pending',
      grand_total: 401_800,
      stored_value: [],
      billing_address: sampleAddress,
      shipping_address: sampleAddress,
      shop,
      look,
      lines: [
        {
          ...{ name: 'Moon Vase (White)', sku: 'MV-WHT', quantity: 2, unit_price: 169_000 },
          ...{ ...line, tax: 51_558, total: 338_000 },
        },
        {
          ...{ name: 'Noodle Bowl', sku: 'NB-01', quantity: 1, unit_price: 63_800 },
          ...{ ...line, tax: 9_732, total: 63_800 },
        },
      ],
    }),
  }
}
