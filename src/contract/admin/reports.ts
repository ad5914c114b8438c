import { z } from 'zod'
import { keysOf } from '#contract/rules/own-value.ts'
import { defineEndpoints } from '../define-endpoints.ts'
import { Day, Text } from '../shapes.ts'
import { comparisons, otherReports, reports, storedValueColumns } from './report-names.ts'
import type { AdminRoutes } from './routes.ts'

/** What is added up for each row. Amounts in minor units of the currency of the channel; what each has in it: `src/server/admin/reports/figures.ts`. */
export const Figures = z.object({
  orders: z.int(),
  items: z.int(),
  gross: z.int(),
  discount: z.int(),
  charges: z.int(),
  tax: z.int(),
  sales: z.int(),
  refunds: z.int(),
  returned: z.int(),
  returned_tax: z.int(),
  cost: z.int(),
  costed: z.int(),
})
export type Figures = z.infer<typeof Figures>

const ReportRow = z.object({
  /** A day, a month, an address of a product, a SKU, a code; it begins with a blank where the row is of nothing that has a name. */
  key: z.string(),
  label: z.string(),
  figures: Figures,
  /** Of the period that is compared with; null without one. */
  previous: Figures.nullable(),
  currency: z.string(),
})
export type ReportRow = z.infer<typeof ReportRow>

const Period = z.object({ from: Day, to: Day })

export const Report = z.object({
  report: z.enum(keysOf(reports)),
  channel: z.string(),
  currency: z.string(),
  /** Days begin at midnight there. */
  time_zone: z.string(),
  period: Period,
  compared_with: Period.nullable(),
  /** Of all rows, also of those that are not sent; null where rows are of different currencies. */
  total: Figures.nullable(),
  previous_total: Figures.nullable(),
  /** At most 100 (by time: all), with the highest sales or refunds first; by time in its order. */
  rows: z.array(ReportRow),
  row_count: z.int(),
})
export type Report = z.infer<typeof Report>

const query = z.object({
  report: z.enum(keysOf(reports)),
  /** The first and the last day, in the time zone of the channel. */
  from: Day,
  to: Day,
  compare: z.enum(keysOf(comparisons)).default('none'),
  /** The code of a channel; without it the default one. */
  channel: Text(32).optional(),
})
export type ReportQuery = z.infer<typeof query>

/** Carts and what became of the orders of a period. */
const Funnel = z.object({
  carts: z.int(),
  started: z.int(),
  confirmed: z.int(),
  remaining: z.int(),
  delivered: z.int(),
})
export type Funnel = z.infer<typeof Funnel>

const StockRow = z.object({
  product_id: z.int(),
  name: z.string(),
  pieces: z.int(),
  /** At the present cost, in minor units; of the variations whose cost is known. */
  cost: z.int(),
  /** Pieces whose cost is not known. */
  without_cost: z.int(),
  /** At the present price of the channel. */
  price: z.int(),
  /** Days since pieces were last received; null: not recorded. */
  age_days: z.int().nullable(),
})
export type StockRow = z.infer<typeof StockRow>

export const Stock = z.object({
  /** Of prices. */
  currency: z.string(),
  /** Of costs: that of the default channel. */
  cost_currency: z.string(),
  /** Of all products, by the age of their stock in days. */
  ages: z.array(z.object({ age: z.string(), pieces: z.int(), cost: z.int(), price: z.int() })),
  total: z.object({ pieces: z.int(), cost: z.int(), without_cost: z.int(), price: z.int() }),
  /** The 100 with the highest value at prices. */
  rows: z.array(StockRow),
  row_count: z.int(),
})
export type Stock = z.infer<typeof Stock>

const amounts = z.record(z.enum(keysOf(storedValueColumns)), z.int())

/** What customers may still spend, by what it is and currency; in minor units. */
const StoredValueRow = z.object({
  kind: z.string(),
  label: z.string(),
  currency: z.string(),
  /** Accounts with a balance at the end. */
  accounts: z.int(),
  amounts,
})
export type StoredValueRow = z.infer<typeof StoredValueRow>

export const adminReportsEndpoints = defineEndpoints<AdminRoutes['adminReports']>()({
  get: {
    summary: 'A report of one channel over a range of days, with the period before or the year before',
    input: query,
    data: Report,
    access: 'staff',
    permission: 'reports.read',
    whileLocked: true,
  },
  funnel: {
    summary: 'How many carts of a range of days became orders, and what became of these',
    input: query.omit({ report: true }),
    data: z.object({
      period: Period,
      compared_with: Period.nullable(),
      funnel: Funnel,
      previous: Funnel.nullable(),
    }),
    access: 'staff',
    permission: 'reports.read',
    whileLocked: true,
  },
  stock: {
    summary: 'The value of the stock now, and how old it is',
    input: query.pick({ channel: true }),
    data: Stock,
    access: 'staff',
    permission: 'reports.read',
    whileLocked: true,
  },
  storedValue: {
    summary: 'What is outstanding on gift cards and store credit, and how it came about in a range of days',
    input: query.pick({ from: true, to: true }),
    data: z.object({ period: Period, rows: z.array(StoredValueRow) }),
    access: 'staff',
    permission: 'reports.read',
    whileLocked: true,
  },
  export: {
    summary: 'All rows of a report as CSV',
    input: query.extend({ report: z.enum([...keysOf(reports), ...keysOf(otherReports)]) }),
    data: z.null(),
    file: 'text/csv',
    access: 'staff',
    permission: 'reports.read',
    whileLocked: true,
  },
})
