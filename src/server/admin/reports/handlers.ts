import { columnValue, MOST_DAYS, reportColumns, reports, rowName } from '#contract/admin/report-names.ts'
import type { adminReportsEndpoints, Report, ReportQuery } from '#contract/admin/reports.ts'
import { decimalAmount } from '#contract/decimal-amount.ts'
import { money } from '#contract/money.ts'
import type { CallContext } from '#server/platform/kernel/call-context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { type Handlers, sendFile } from '#server/platform/kernel/handlers.ts'
import { csvFile } from '#server/platform/text/csv.ts'
import { readChannelByCode } from '#server/shop/channels/read-channel.ts'
import { recordNotFound } from '../refusals.ts'
import { readFunnel } from './read-funnel.ts'
import { periodBefore, readReport } from './read-report.ts'
import { readStock } from './read-stock.ts'

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

  stock: (_, { db, channel }) => readStock(db, channel),

  async export({ channel, ...request }, call) {
    requireRange(request)
    const report = await readReport(
      call.db,
      await channelOf(channel, call),
      request,
      Number.POSITIVE_INFINITY,
    )
    const name = `${request.report}-${request.from}-${request.to}.csv`
    return sendFile({ type: 'text/csv', name, bytes: reportFile(request.report, report) })
  },
}

/** @throws 422 at `to` */
function requireRange({ from, to }: Pick<ReportQuery, 'from' | 'to'>) {
  if (to < from) throw invalid({ to: ['Please enter a day that is not before the first one'] })
  if (Date.parse(to) - Date.parse(from) >= MOST_DAYS * 86_400_000)
    throw invalid({ to: ['A report covers at most ten years'] })
}

async function channelOf(code: string | undefined, { db, channel }: CallContext) {
  if (!code || code === channel.code) return channel
  const found = await readChannelByCode(db, code)
  if (!found) throw recordNotFound('Channel')
  return found
}

/** A line per row, with the values of the period before in columns of their own. */
function reportFile(name: ReportQuery['report'], { rows, compared_with }: Report): Buffer {
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
  return csvFile(lines, [
    'key',
    'name',
    ...columns,
    ...before.map((column) => `previous_${column}`),
    'currency',
  ])
}
