import {
  columnValue,
  MOST_DAYS,
  type otherReports,
  type ReportName,
  reportColumns,
  reports,
  rowName,
  storedValueColumns,
} from '#contract/admin/report-names.ts'
import type {
  adminReportsEndpoints,
  Report,
  ReportQuery,
  Stock,
  StoredValueRow,
} from '#contract/admin/reports.ts'
import { decimalAmount } from '#contract/decimal-amount.ts'
import { money } from '#contract/money.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { daysBetween } from '#contract/rules/time-zone.ts'
import type { CallContext } from '#server/platform/kernel/call-context.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { type Handlers, sendCsv } from '#server/platform/kernel/handlers.ts'
import { csvFile } from '#server/platform/text/csv.ts'
import { readChannelByCode } from '#server/shop/channels/read-channel.ts'
import { recordNotFound } from '../refusals.ts'
import { readFunnel } from './read-funnel.ts'
import { periodBefore, readReport } from './read-report.ts'
import { readStock } from './read-stock.ts'
import { readStoredValue } from './read-stored-value.ts'

/** The reports of the back office. What each figure counts: `figures.ts`. */
export const adminReportsHandlers: Handlers<typeof adminReportsEndpoints> = {
  async get({ channel, ...request }, call) {
    requireRange(request)
    return readReport(call.db, await channelOf(channel, call), request)
  },

  async funnel({ channel, compare, ...period }, call) {
    requireRange(period)
    const shown = await channelOf(channel, call)
    const compared_with = periodBefore(period, compare)
    const [funnel, previous] = await Promise.all([
      readFunnel(call.db, shown, period),
      compared_with && readFunnel(call.db, shown, compared_with),
    ])
    return { period, compared_with, funnel, previous }
  },

  async stock({ channel }, call) {
    return readStock(call.db, await channelOf(channel, call), call.channel.currency)
  },

  async storedValue(period, call) {
    requireRange(period)
    return { period, rows: await readStoredValue(call, period) }
  },

  async export({ channel, report, ...request }, call) {
    requireRange(request)
    const shown = await channelOf(channel, call)
    const file = await fileOf(report, shown, request, call)
    return sendCsv(`${report}-${request.from}-${request.to}`, file)
  },
}

type Exported = Omit<ReportQuery, 'report' | 'channel'>

/** A line per row, all of them. */
async function fileOf(
  report: ReportName | keyof typeof otherReports,
  channel: Channel,
  request: Exported,
  call: CallContext,
): Promise<AsyncIterable<string>> {
  const {
    db,
    channel: { currency },
  } = call
  if (report === 'stored_value') return storedValueFile(await readStoredValue(call, request))
  if (report === 'stock') return stockFile(await readStock(db, channel, currency, Number.POSITIVE_INFINITY))
  if (report === 'funnel')
    return csvFile([
      Object.entries(await readFunnel(db, channel, request)).map(([step, count]) => ({
        step,
        count: String(count),
      })),
    ])
  return reportFile(await readReport(db, channel, { ...request, report }, Number.POSITIVE_INFINITY))
}

const storedValueFile = (rows: readonly StoredValueRow[]) =>
  csvFile(
    [
      rows.map(({ kind, label, currency, accounts, amounts }) => ({
        kind,
        name: label,
        currency,
        ...Object.fromEntries(
          keysOf(storedValueColumns).map((column) => [
            column,
            decimalAmount(money(amounts[column], currency)),
          ]),
        ),
        accounts: String(accounts),
      })),
    ],
    ['kind', 'name', 'currency', ...keysOf(storedValueColumns), 'accounts'],
  )

const stockFile = ({ rows, currency, cost_currency }: Stock) =>
  csvFile([
    rows.map(({ product_id, name, pieces, cost, without_cost, price, age_days }) => ({
      product_id: String(product_id),
      name,
      items: String(pieces),
      value_at_cost: decimalAmount(money(cost, cost_currency)),
      cost_currency,
      items_without_cost: String(without_cost),
      value_at_price: decimalAmount(money(price, currency)),
      currency,
      age_days: age_days === null ? '' : String(age_days),
    })),
  ])

/** @throws 422 at `to` */
function requireRange({ from, to }: Pick<ReportQuery, 'from' | 'to'>) {
  if (to < from) throw invalid({ to: ['Please enter a day that is not before the first one'] })
  if (daysBetween(from, to) >= MOST_DAYS) throw invalid({ to: ['A report covers at most ten years'] })
}

async function channelOf(code: string | undefined, { db, channel }: CallContext) {
  if (!code || code === channel.code) return channel
  const found = await readChannelByCode(db, code)
  if (!found) throw recordNotFound('Channel')
  return found
}

/** The values of the period before are in columns of their own. */
function reportFile({ report: name, rows, compared_with }: Report): AsyncIterable<string> {
  const { columns } = reports[name]
  const before = compared_with ? columns : []
  const lines = rows.map(({ key, label, figures, previous, currency }) => {
    const cell = (of: typeof figures, column: (typeof columns)[number]) => {
      const value = columnValue(of, column)
      if (value === null) return ''
      return reportColumns[column].isAmount ? decimalAmount(money(value, currency)) : String(value)
    }
    return {
      key: key.trim(),
      name: rowName(name, { key, label }),
      ...Object.fromEntries(columns.map((column) => [column, cell(figures, column)])),
      ...Object.fromEntries(
        before.map((column) => [`previous_${column}`, previous ? cell(previous, column) : '']),
      ),
      currency,
    }
  })
  return csvFile(
    [lines],
    ['key', 'name', ...columns, ...before.map((column) => `previous_${column}`), 'currency'],
  )
}
