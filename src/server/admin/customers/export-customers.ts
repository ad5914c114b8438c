import { decimalAmount } from '#contract/decimal-amount.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { EVERY_ROW } from '#server/platform/kernel/list-page.ts'
import { type CsvRow, csvFile, rowsById } from '#server/platform/text/csv.ts'
import { readExportCells } from '#server/shop/custom-fields/field-cells.ts'
import { type Filter, findCustomers, readCustomerRows } from './list-customers.ts'

const PAGE = 1_000

type Chosen = Filter & { ids?: readonly number[] | undefined; q?: string | undefined }

/** Chosen customers, or those of a filter, as CSV, the newest first. Sums are of the shop's currency. */
export async function exportCustomers(db: Db, { ids, ...filter }: Chosen): Promise<AsyncIterable<string>> {
  const found = ids ?? (await findCustomers(db, filter, EVERY_ROW))
  return csvFile(rowsById(found, PAGE, (page) => readLines(db, page)))
}

async function readLines(db: Db, ids: readonly number[]): Promise<CsvRow[]> {
  const cellsOf = await readExportCells(db, 'customer', ids)
  const rows = await readCustomerRows(db, ids)
  return rows.map((row) => ({
    id: String(row.id),
    kind: row.is_guest ? 'guest' : 'account',
    name: row.name,
    email: row.email ?? '',
    phone: row.phone ?? '',
    marketing: row.marketing === null ? '' : row.marketing ? 'yes' : 'no',
    tags: row.tags.join(', '),
    groups: row.groups.join(', '),
    orders: String(row.orders),
    total: decimalAmount(row.total),
    currency: row.total.currency,
    last_order: row.last_order_at ?? '',
    since: row.created_at,
    blocked: row.is_blocked ? 'yes' : '',
    ...cellsOf(row.id),
  }))
}
