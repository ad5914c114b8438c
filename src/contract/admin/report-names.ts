import { allowanceReasons, refundReasons } from '../rules/order-reasons.ts'
import { ownValue } from '../rules/own-value.ts'
import type { Figures } from './reports.ts'

/** What a column shows: a figure of the report, or one that follows from them. Amounts are in minor units. */
export const reportColumns = {
  orders: { label: 'Orders', isAmount: false },
  items: { label: 'Items', isAmount: false },
  gross: { label: 'Gross', isAmount: true },
  discount: { label: 'Discounts', isAmount: true },
  charges: { label: 'Delivery and fees', isAmount: true },
  tax: { label: 'Tax', isAmount: true },
  sales: { label: 'Sales', isAmount: true },
  taxable: { label: 'Net value', isAmount: true },
  tax_due: { label: 'Tax due', isAmount: true },
  average: { label: 'Average order', isAmount: true },
  returned: { label: 'Returned items', isAmount: false },
  returned_tax: { label: 'Tax of returns', isAmount: true },
  refunds: { label: 'Refunds', isAmount: true },
  net: { label: 'Net sales', isAmount: true },
  cost: { label: 'Cost', isAmount: true },
  margin: { label: 'Margin', isAmount: true },
} as const
export type ReportColumn = keyof typeof reportColumns

/** The value of a column; null where it is not known: no cost, no order. */
export function columnValue(figures: Figures, column: ReportColumn): number | null {
  const { sales, refunds, orders, cost, costed, tax, returned_tax } = figures
  if (column === 'net') return sales - refunds
  if (column === 'tax_due') return tax - returned_tax
  if (column === 'taxable') return sales - tax - (refunds - returned_tax)
  if (column === 'average') return orders === 0 ? null : Math.round(sales / orders)
  if (column === 'cost' || column === 'margin') {
    if (cost === 0 && costed === 0) return null
    return column === 'cost' ? cost : costed - cost
  }
  return figures[column]
}

/** The columns that matter most are first: a phone shows some at once. */
const ofOrders = ['orders', 'sales', 'refunds', 'net', 'average', 'gross', 'discount', 'charges'] as const
const ofLines = [
  'items',
  'sales',
  'returned',
  'refunds',
  'net',
  'margin',
  'cost',
  'gross',
  'discount',
] as const

type Definition = {
  label: string
  /** What a row is. */
  row: string
  /** What staff read above the table. */
  about: string
  columns: readonly ReportColumn[]
  /** What the chart shows, and rows are sorted by. */
  chart: ReportColumn
}

/** The reports by name, in the order of the screen. Screen and CSV file take their columns and names from here. */
export const reports = {
  days: {
    label: 'Sales over time',
    row: 'Day',
    about:
      'Orders count on the day they were placed, without unpaid and cancelled ones; refunds count on the day they were given. Sales are gross less discounts, with delivery, fees and tax.',
    columns: ['orders', 'items', 'sales', 'refunds', 'net', 'margin', 'gross', 'discount', 'charges', 'tax'],
    chart: 'net',
  },
  product: {
    label: 'Products',
    row: 'Product',
    about:
      'Items of the orders of these days at what customers paid for them, and items that were refunded in these days. Margin is known where the cost was entered before the order.',
    columns: ofLines,
    chart: 'net',
  },
  variation: {
    label: 'Variations',
    row: 'Variation',
    about: 'The same by SKU, as it was when the order was placed.',
    columns: ofLines,
    chart: 'net',
  },
  category: {
    label: 'Categories',
    row: 'Category',
    about: 'Items by the category that the product had when the order was placed.',
    columns: ofLines,
    chart: 'net',
  },
  channel: {
    label: 'Channels',
    row: 'Channel',
    about: 'Each channel in its own currency and time zone. Different currencies are not added up.',
    columns: ['orders', 'items', 'sales', 'refunds', 'net', 'average', 'gross', 'discount', 'charges', 'tax'],
    chart: 'net',
  },
  coupon: {
    label: 'Coupons',
    row: 'Coupon',
    about:
      'Orders with a coupon; single-use codes count for their coupon. Discounts include what staff took off.',
    columns: ofOrders,
    chart: 'net',
  },
  promotion: {
    label: 'Promotions',
    row: 'Promotion',
    about:
      'Orders with a promotion, with or without a code, and what it took off. An order with several counts for each of them, so the rows are not added up.',
    columns: ofOrders,
    chart: 'net',
  },
  source: {
    label: 'Sources',
    row: 'Source',
    about:
      'Orders by the campaign (utm_source) of the address that the visit began with, or by the site that led to it. Without cookies: a visit that was interrupted counts as direct.',
    columns: ofOrders,
    chart: 'net',
  },
  payment: {
    label: 'Payment methods',
    row: 'Payment method',
    about:
      'Orders by the method that was chosen. Orders on delivery count from their placing, not from their payment.',
    columns: ofOrders,
    chart: 'net',
  },
  tax: {
    label: 'Taxes',
    row: 'Rate',
    about:
      'Sales and refunds with their tax by rate; delivery and fees at the rate that they were taxed with. The tax of allowances is in their credit notes.',
    columns: ['sales', 'tax', 'refunds', 'returned_tax'],
    chart: 'tax',
  },
  tax_country: {
    label: 'Taxes by country',
    row: 'Country and rate',
    about:
      'Invoices less credit notes by the country of delivery and the rate, each on the day it was issued, as a return of VAT or GST and the One-Stop Shop ask for. Sales and refunds are with tax. What is at no rate, such as untaxed delivery, is at 0 %.',
    columns: ['taxable', 'tax_due', 'sales', 'tax', 'refunds', 'returned_tax'],
    chart: 'tax_due',
  },
  state: {
    label: 'States',
    row: 'State',
    about: 'Orders by the state of the delivery address.',
    columns: ofOrders,
    chart: 'net',
  },
  town: {
    label: 'Towns',
    row: 'Town',
    about: 'Orders by the town of the delivery address as it was entered.',
    columns: ofOrders,
    chart: 'net',
  },
  pincode: {
    label: 'Pincodes',
    row: 'Pincode',
    about: 'Orders by the pincode of the delivery address.',
    columns: ofOrders,
    chart: 'net',
  },
  customers: {
    label: 'Customers',
    row: 'Customer',
    about:
      'An order is of a new customer when no earlier one has its account, phone number or e-mail address. Orders that were never paid do not count as earlier ones.',
    columns: ofOrders,
    chart: 'net',
  },
  returns: {
    label: 'Returns',
    row: 'Reason',
    about:
      'Refunds that were given in these days, by reason: items that came back or were settled as an exchange, and money given back while the customer keeps the items.',
    columns: ['returned', 'refunds'],
    chart: 'refunds',
  },
} as const satisfies Record<string, Definition>
export type ReportName = keyof typeof reports

/** Reports whose rows are no sums of orders by a key. */
export const otherReports = {
  funnel: 'Carts to orders',
  stock: 'Stock value and age',
  stored_value: 'Gift cards and store credit',
} as const

/** The columns of the report of stored value. What customers had before, with these movements, is what they have after. */
export const storedValueColumns = {
  closing: 'Owed to customers',
  opening: 'Before',
  issued: 'Issued',
  credited: 'Refunds to it',
  redeemed: 'Spent',
  expired: 'Expired',
} as const

/** Ages of stock, each up to its days. */
export const stockAgeLabels = {
  '30': 'Up to 30 days',
  '90': '31 to 90 days',
  '180': '91 to 180 days',
  '365': '181 to 365 days',
  older: 'More than a year',
  '': 'Not recorded',
} as const

/** The ranges of days that a report offers, by name. */
export const periods = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'Last 7 days',
  month: 'Last 30 days',
  quarter: 'Last 90 days',
  this_month: 'This month',
  last_month: 'Last month',
  this_quarter: 'This quarter',
  last_quarter: 'Last quarter',
  this_year: 'This year',
  last_year: 'Last year',
  year: 'Last 365 days',
} as const
export type Period = keyof typeof periods

/** What a period is compared with. */
export const comparisons = {
  none: 'No comparison',
  previous: 'The period before',
  year: 'The year before',
} as const
export type Comparison = keyof typeof comparisons

/** Keys of rows that are of no product, category or reason. They begin with a blank, which no such key does. */
export const restKeys = { charges: ' charges', refunds: ' refunds' } as const

/** The source of orders that staff enter: no campaign begins with a blank. */
export const STAFF_SOURCE = ' staff'

/** The most days of a range: ten years. */
export const MOST_DAYS = 3_660

const empty: Partial<Record<ReportName, string>> = {
  category: 'No category',
  coupon: 'Without a coupon',
  promotion: 'Without a promotion',
  source: 'Direct or unknown',
  state: 'No state',
  town: 'No town',
  pincode: 'No pincode',
}
const returnLabels = {
  ...Object.fromEntries(
    Object.entries(refundReasons).map(([code, label]) => [`return:${code}`, `Return: ${label}`]),
  ),
  ...Object.fromEntries(
    Object.entries(allowanceReasons).map(([code, label]) => [`allowance:${code}`, `Allowance: ${label}`]),
  ),
}

/** The name of a row. Days and months are formatted by the caller. */
export function rowName(report: ReportName, { key, label }: { key: string; label: string }): string {
  if (key === restKeys.charges) return 'Delivery and fees'
  if (key === restKeys.refunds) return 'Refunds of no item'
  if (key === STAFF_SOURCE) return 'Entered by staff'
  if (key === '') return empty[report] ?? '–'
  if (report === 'tax') return `${Number(key) / 100} %`
  if (report === 'tax_country') return `${label}, ${Number(key.split(' ')[1]) / 100} %`
  if (report === 'returns') return ownValue(returnLabels, key) ?? key
  if (report === 'customers') return key === 'new' ? 'New customers' : 'Returning customers'
  return label || key
}
