import type { Address } from '#contract/cart.ts'
import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { prepared } from '../db/prepared.ts'
import type { Tx } from '../http/context.ts'
import type { InvoiceLine, TaxPaper } from './invoice-document.ts'
import { taxLines } from './tax-lines.ts'

/** An order as invoices and credit notes tell of it, read and reckoned in one way. */
export type PaperFacts = {
  order_no: string
  placed_at: Date
  currency: string
  locale: string
  country: string
  tax_name: string
  is_tax_included: boolean
  shipping_method_name: string
  shipping_total: number
  payment_fee: number
  payment_method_name: string
  grand_total: number
  billing_address: Address
  shipping_address: Address
  shop: Record<string, string>
  lines: Omit<InvoiceLine, 'taxable'>[] | null
}

/**
 * What stands on a paper of an order: all lines that were not cancelled, or those of one refund.
 * @returns undefined for an unknown order and for one without such lines.
 */
export async function readPaperFacts(
  tx: Tx,
  orderId: number,
  refundId: number | null = null,
): Promise<(PaperFacts & { lines: NonNullable<PaperFacts['lines']> }) | undefined> {
  const facts = await factsOf.first(tx, orderId, refundId)
  return facts?.lines ? { ...facts, lines: facts.lines } : undefined
}

const factsOf = prepared<PaperFacts>(
  'facts of order for a paper',
  `select o.order_no, o.placed_at, o.currency, c.locale, country.code as country, o.is_tax_included, o.shipping_method_name,
    o.shipping_total, o.payment_fee, o.payment_method_name, o.grand_total, o.billing_address, o.shipping_address,
    coalesce((select t.name from tax_rates t where t.country_id = c.country_id order by t.rate_bp desc limit 1), 'Tax') as tax_name,
    coalesce((
      select json_object_agg(s.key, s.value #>> '{}') from settings s
      where s.key in ('store_name', 'store_address', 'store_state', 'store_email', 'store_phone', 'store_tax_no')
    ), '{}') as shop,
    (
      select json_agg(json_build_object('name', i.name, 'sku', i.sku, 'quantity', i.quantity, 'unit_price', i.unit_price,
        'discount', i.discount, 'rate', i.tax_rate, 'tax', i.tax, 'total', i.total) order by coalesce(i.split_from, i.id), i.id)
      from order_items i
      where i.order_id = o.id and i.status <> 'cancelled'
        and ($2::bigint is null or i.id in (select r.order_item_id from refund_items r where r.refund_id = $2::bigint))
    ) as lines
  from orders o
  join channels c on c.id = o.channel_id
  join countries country on country.id = c.country_id
  where o.id = $1::bigint`,
)

/** Everything that the two kinds of papers have in common. Amounts in minor units. */
export function paperOf(facts: PaperFacts & { lines: NonNullable<PaperFacts['lines']> }): TaxPaper {
  const { shop, is_tax_included, shipping_address } = facts
  const onTop = (tax: number) => (is_tax_included ? 0 : tax)
  const lines = facts.lines.map((line) => ({
    ...line,
    taxable: line.total - line.tax + onTop(line.tax),
    total: line.total + onTop(line.tax),
  }))
  const of = (name: 'taxable' | 'total') => lines.reduce((sum, line) => sum + line[name], 0)
  return {
    order_no: facts.order_no,
    ordered_on: dayIn(facts.placed_at, timeZoneOf(facts.locale)),
    currency: facts.currency,
    locale: facts.locale,
    is_tax_included,
    seller: {
      name: shop.store_name ?? '',
      address: shop.store_address ?? '',
      tax_no: taxNo(facts),
      contact: [shop.store_email, shop.store_phone].filter(Boolean).join(' · '),
    },
    bill_to: addressLines(facts.billing_address),
    ship_to: addressLines(shipping_address),
    place_of_supply: shipping_address.state_name,
    payment: facts.payment_method_name,
    lines,
    taxes: taxLines(lines, {
      country: facts.country,
      name: facts.tax_name,
      sellerState: shop.store_state ?? '',
      buyerState: shipping_address.state_name,
    }),
    sums: [{ label: 'Taxable value', amount: of('taxable') }],
    total: of('total'),
  }
}

const taxNo = ({ shop, country }: PaperFacts) =>
  shop.store_tax_no ? `${country === 'IN' ? 'GSTIN' : 'Tax number'} ${shop.store_tax_no}` : ''

const addressLines = (address: Address) =>
  [
    `${address.first_name} ${address.last_name}`.trim(),
    address.address_line_1,
    address.address_line_2,
    `${address.city} ${address.postcode}`.trim(),
    [address.state_name, address.country_name].filter(Boolean).join(', '),
    address.phone,
  ].filter(Boolean)
