import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'

/** The law requires gapless numbers for each kind of document. */
const prefixes = { invoice: 'INV', credit_note: 'CN' } as const

export type DocumentKind = keyof typeof prefixes

/**
 * The next number of its kind and year. Its counter row is locked until the transaction ends, so numbers have
 * no gaps and follow time. ADR 0036.
 * @param issuedOn `2026-11-24`
 * @returns `INV-2026-00045`
 */
export async function nextDocumentNumber(tx: Tx, kind: DocumentKind, issuedOn: string): Promise<string> {
  const year = Number(issuedOn.slice(0, 4))
  const number = await counters[kind].first(tx, year)
  if (!number) throw new Error(`There is no next number: ${kind}`)
  return `${prefixes[kind]}-${year}-${String(number.last).padStart(5, '0')}`
}

const counters = {
  invoice: prepared<{ last: number }>(
    'next number: invoice',
    `insert into invoice_numbers as n (year, last) values ($1::integer, 1)
    on conflict (year) do update set last = n.last + 1 returning last`,
  ),
  credit_note: prepared<{ last: number }>(
    'next number: credit_note',
    `insert into credit_note_numbers as n (year, last) values ($1::integer, 1)
    on conflict (year) do update set last = n.last + 1 returning last`,
  ),
}
