import { prepared } from '../db/prepared.ts'
import type { Tx } from '../http/context.ts'

/** What the law counts without gaps, each kind by itself. */
const kinds = {
  invoice: { table: 'invoice_numbers', prefix: 'INV' },
  credit_note: { table: 'credit_note_numbers', prefix: 'CN' },
} as const

export type PaperKind = keyof typeof kinds

/**
 * The next number of its kind and year, of one row that is held to the transaction's end: so numbers have no gaps and follow
 * time. ADR 0010.
 *
 * @param issuedOn `2026-11-24`
 * @returns `INV-2026-00045`
 */
export async function nextPaperNumber(tx: Tx, kind: PaperKind, issuedOn: string): Promise<string> {
  const year = Number(issuedOn.slice(0, 4))
  const number = await counters[kind].first(tx, year)
  if (!number) throw new Error(`There is no next number: ${kind}`)
  return `${kinds[kind].prefix}-${year}-${String(number.last).padStart(5, '0')}`
}

const counterOf = (kind: PaperKind) =>
  prepared<{ last: number }>(
    `next number: ${kind}`,
    `insert into ${kinds[kind].table} as n (year, last) values ($1::integer, 1)
    on conflict (year) do update set last = n.last + 1 returning last`,
  )

const counters: Record<PaperKind, ReturnType<typeof counterOf>> = {
  invoice: counterOf('invoice'),
  credit_note: counterOf('credit_note'),
}
