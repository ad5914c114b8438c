import type { Address } from '#contract/cart.ts'
import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { prepared } from '../db/prepared.ts'
import { json } from '../db/schema.ts'
import type { Db, Tx } from '../http/context.ts'
import type { InvoiceDocument, InvoiceLine } from './invoice-document.ts'
import { taxLines } from './tax-lines.ts'

/**
 * Writes an order's invoice, once: when it is sent, since nothing of it can be cancelled after that. Its number is the next of its
 * year in one row that is held to the transaction's end, so that numbers have no gaps and follow time. ADR 0010.
 */
export async function issueInvoice(tx: Tx, orderId: number, now = new Date()): Promise<void> {
  const order = await toInvoice.first(tx, orderId)
  if (!order || order.lines === null) return
  const issued_on = dayIn(now, timeZoneOf(order.locale))
  const year = Number(issued_on.slice(0, 4))
  const number = await nextNumber.first(tx, year)
  if (!number) throw new Error('The invoice has no number')
  const invoice_no = `INV-${year}-${String(number.last).padStart(5, '0')}`
  await insert.all(tx, orderId, invoice_no, json(documentOf(order, invoice_no, issued_on)))
}

/**
 * Invoices for what was sent without one: orders from before there were any. Any number of processes may do it.
 * @returns how many it has written.
 */
export async function issueMissingInvoices(db: Db): Promise<number> {
  const missing = await sentWithout.all(db)
  for (const { id } of missing)
    await db.transaction().execute(async (tx) => {
      await holdOrder.first(tx, id)
      await issueInvoice(tx, id)
    })
  return missing.length
}

const sent = `('shipped', 'out_for_delivery', 'delivered', 'refund_requested', 'refund_approved', 'refund_rejected', 'returned', 'refunded')`

const sentWithout = prepared<{ id: number }>(
  'orders without invoice',
  `select o.id from orders o
  where o.status in ${sent} and not exists (select from invoices v where v.order_id = o.id)
  order by o.id limit 100`,
)

const holdOrder = prepared('hold order', 'select id from orders where id = $1::bigint for update')

type OrderToInvoice = {
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

/** Not the lines that were cancelled before. None when there is an invoice already. */
const toInvoice = prepared<OrderToInvoice>(
  'order to invoice',
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
      from order_items i where i.order_id = o.id and i.status <> 'cancelled'
    ) as lines
  from orders o
  join channels c on c.id = o.channel_id
  join countries country on country.id = c.country_id
  where o.id = $1::bigint and not exists (select from invoices v where v.order_id = o.id)`,
)

const nextNumber = prepared<{ last: number }>(
  'next invoice number',
  `insert into invoice_numbers as n (year, last) values ($1::integer, 1)
  on conflict (year) do update set last = n.last + 1 returning last`,
)

const insert = prepared(
  'insert invoice',
  'insert into invoices (order_id, invoice_no, document) values ($1::bigint, $2::text, $3::jsonb)',
)

function documentOf(order: OrderToInvoice, invoice_no: string, issued_on: string): InvoiceDocument {
  const { shop, is_tax_included, shipping_address, lines } = order
  const onTop = (tax: number) => (is_tax_included ? 0 : tax)
  const invoiced = (lines ?? []).map((line) => ({
    ...line,
    taxable: line.total - line.tax + onTop(line.tax),
    total: line.total + onTop(line.tax),
  }))
  const of = (name: 'taxable' | 'tax') => invoiced.reduce((sum, line) => sum + line[name], 0)
  const extras = [
    { label: order.shipping_method_name, amount: order.shipping_total },
    { label: order.payment_method_name, amount: order.payment_fee },
  ]
  return {
    invoice_no,
    issued_on,
    order_no: order.order_no,
    ordered_on: dayIn(order.placed_at, timeZoneOf(order.locale)),
    currency: order.currency,
    locale: order.locale,
    is_tax_included,
    seller: {
      name: shop.store_name ?? '',
      address: shop.store_address ?? '',
      tax_no: taxNo(order),
      contact: [shop.store_email, shop.store_phone].filter(Boolean).join(' · '),
    },
    bill_to: addressLines(order.billing_address),
    ship_to: addressLines(shipping_address),
    place_of_supply: shipping_address.state_name,
    payment: order.payment_method_name,
    lines: invoiced,
    taxes: taxLines(invoiced, {
      country: order.country,
      name: order.tax_name,
      sellerState: shop.store_state ?? '',
      buyerState: shipping_address.state_name,
    }),
    sums: [{ label: 'Taxable value', amount: of('taxable') }, ...extras.filter(({ amount }) => amount > 0)],
    total: order.grand_total,
  }
}

const taxNo = ({ shop, country }: OrderToInvoice) =>
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
