import type { Address } from '#contract/cart.ts'
import { formatMoney, money } from '#contract/money.ts'
import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { issuedLook, type StoredLook, storedLookSql } from '#server/shop/settings/document-look.ts'
import type { InvoiceLine, TaxDocument } from './invoice-document.ts'
import { halvable, taxLines } from './tax-lines.ts'

/** The data of an order that invoices and credit notes share, read and calculated in one way. */
export type DocumentFacts = {
  order_no: string
  placed_at: Date
  currency: string
  locale: string
  country: string
  /** Code of the country that the order is sent to. */
  destination: string
  tax_name: string
  is_tax_included: boolean
  shipping_method_name: string
  shipping_total: number
  payment_fee: number
  /** Basis points. */
  charges_tax_rate: number
  shipping_tax: number
  payment_fee_tax: number
  payment_method_name: string
  payment_method: string
  payment_status: string
  grand_total: number
  stored_value: { label: string; amount: number }[]
  billing_address: DocumentAddress
  shipping_address: DocumentAddress
  shop: Record<string, string>
  look: StoredLook
  lines: Omit<InvoiceLine, 'taxable'>[] | null
}

type DocumentAddress = Pick<
  Address,
  | 'first_name'
  | 'last_name'
  | 'address_line_1'
  | 'address_line_2'
  | 'city'
  | 'postcode'
  | 'state_name'
  | 'country_name'
  | 'phone'
  | 'tax_no'
>

/**
 * The data of a tax document of an order: all lines that were not cancelled, those of one refund, or those of one shipment
 * with their share.
 * @returns undefined for an unknown order and for one without such lines.
 */
export async function readDocumentFacts(
  tx: Tx,
  orderId: number,
  part: { refundId?: number; shipmentId?: number } = {},
): Promise<(DocumentFacts & { lines: NonNullable<DocumentFacts['lines']> }) | undefined> {
  const facts = await factsOf.first(tx, orderId, part.refundId ?? null, part.shipmentId ?? null)
  return facts?.lines ? { ...facts, lines: facts.lines } : undefined
}

/** SQL: the customisation and the names of discounts as text; null for a line without either. */
const noteOfLine = `nullif(concat_ws(', ', 'Text: ' || (i.customisation ->> 'custom_text'),
          case when i.customisation ->> 'image_path' is not null then 'With your picture' end,
          (select string_agg(coalesce('Discount ' || (named ->> 'code'), named ->> 'name'), ', ') from jsonb_array_elements(i.adjustments) named)), '')`

/** SQL: the `shop` of `DocumentFacts`. */
export const shopOfDocuments = `coalesce((
      select json_object_agg(s.key, s.value #>> '{}') from settings s
      where s.key in ('store_name', 'store_address', 'store_state', 'store_email', 'store_phone', 'store_tax_no')
    ), '{}') as shop`

const factsOf = prepared<DocumentFacts>(
  'facts of order for a document',
  `select o.order_no, o.placed_at, o.currency, c.locale, country.code as country, coalesce(destination.code, country.code) as destination, o.is_tax_included, o.shipping_method_name,
    o.shipping_total, o.payment_fee, o.charges_tax_rate, o.shipping_tax, o.payment_fee_tax, o.payment_method_name, o.payment_method, o.payment_status, o.grand_total, o.billing_address, o.shipping_address,
    coalesce((select t.name from tax_rates t where t.country_id = coalesce(destination.id, c.country_id) order by t.rate_bp desc limit 1), 'Tax') as tax_name,
    ${shopOfDocuments},
    ${storedLookSql} as look,
    coalesce((
      select json_agg(json_build_object('label', a.label, 'amount', p.amount) order by p.created_at, p.id)
      from payments p join value_accounts a on a.id = p.value_account_id where p.order_id = o.id and p.status = 'paid'
    ), '[]') as stored_value,
    (
      select json_agg(json_build_object('name', i.name, 'sku', i.sku, 'hsn_code', i.hsn_code, 'note', ${noteOfLine}, 'quantity', coalesce(c.quantity, i.quantity), 'unit_price', i.unit_price,
        'discount', coalesce(c.discount, i.discount), 'rate', i.tax_rate, 'tax', coalesce(c.tax, i.tax),
        'total', coalesce(c.total, i.total)) order by coalesce(i.split_from, i.id), i.id)
      from order_items i left join shipment_items c on c.order_item_id = i.id and c.shipment_id = $3::bigint
      where i.order_id = o.id and i.status <> 'cancelled' and ($3::bigint is null or c.shipment_id is not null)
        and ($2::bigint is null or i.id in (select r.order_item_id from refund_items r where r.refund_id = $2::bigint))
    ) as lines
  from orders o
  join channels c on c.id = o.channel_id
  join countries country on country.id = c.country_id
  left join countries destination on destination.id = (o.shipping_address ->> 'country_id')::integer
  where o.id = $1::bigint`,
)

/** The content that both kinds of documents have in common. Amounts in minor units. */
export function toTaxDocument(
  facts: DocumentFacts & { lines: NonNullable<DocumentFacts['lines']> },
): TaxDocument {
  const { shop, is_tax_included, shipping_address } = facts
  const isExport = facts.destination !== facts.country
  const place = {
    country: facts.destination,
    name: facts.tax_name,
    sellerState: shop.store_state ?? '',
    buyerState: shipping_address.state_name,
  }
  const lines = facts.lines.map((line) => {
    const tax = halvable(line.tax, place)
    return is_tax_included
      ? { ...line, tax, taxable: line.total - tax }
      : { ...line, tax, taxable: line.total, total: line.total + tax }
  })
  const paidTax = facts.lines.reduce((sum, { tax }) => sum + tax, 0)
  const rounding = is_tax_included ? 0 : paidTax - lines.reduce((sum, { tax }) => sum + tax, 0)
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
    bill_to: [...addressLines(facts.billing_address), ...buyerTaxNo(facts.billing_address, facts.country)],
    ship_to: addressLines(shipping_address),
    destination: facts.destination,
    place_of_supply: isExport ? shipping_address.country_name : shipping_address.state_name,
    payment: facts.payment_method_name,
    due: dueOf(facts),
    ...paidBefore(facts),
    lines,
    taxes: taxLines(lines, place),
    sums: [
      { label: 'Taxable value', amount: of('taxable') },
      ...(rounding > 0 ? [{ label: 'Rounding', amount: rounding }] : []),
    ],
    total: of('total') + rounding,
    look: issuedLook(facts.look),
    note: isExport && lines.every(({ tax }) => tax === 0) ? exportNote(facts) : null,
  }
}

/** Of a supply without tax. In India a prescribed sentence (CGST Rules, rule 46). */
const exportNote = ({ country }: DocumentFacts) =>
  country === 'IN'
    ? 'Supply meant for export under bond or letter of undertaking without payment of integrated tax.'
    : 'Export: zero rated.'

function dueOf({ payment_status, payment_method }: DocumentFacts): TaxDocument['due'] {
  if (payment_status !== 'pending') return null
  return payment_method === 'cod' ? 'on_delivery' : 'later'
}

/** Gift cards and store credit are a payment: the tax stays whole. Left out where they pay everything, as then `payment` names them. */
function paidBefore({
  stored_value,
  grand_total,
  currency,
  locale,
}: DocumentFacts): Pick<TaxDocument, 'paid_before'> {
  const sum = stored_value.reduce((total, { amount }) => total + amount, 0)
  if (sum === 0 || sum >= grand_total) return {}
  const textOf = (amount: number) => formatMoney(money(amount, currency), locale)
  const parts = stored_value.map(({ label, amount }) => `${textOf(amount)} of the order by ${label}`)
  return { paid_before: parts.join(', ') }
}

const taxNo = ({ shop, country }: DocumentFacts) =>
  shop.store_tax_no ? `${nameOfTaxNo(country)} ${shop.store_tax_no}` : ''

const buyerTaxNo = ({ tax_no }: DocumentAddress, country: string) =>
  tax_no ? [`${nameOfTaxNo(country)} ${tax_no}`] : []

const nameOfTaxNo = (country: string) => (country === 'IN' ? 'GSTIN' : 'Tax number')

const addressLines = (address: DocumentAddress) =>
  [
    `${address.first_name} ${address.last_name}`.trim(),
    address.address_line_1,
    address.address_line_2,
    `${address.city} ${address.postcode}`.trim(),
    [address.state_name, address.country_name].filter(Boolean).join(', '),
    address.phone,
  ].filter(Boolean)
