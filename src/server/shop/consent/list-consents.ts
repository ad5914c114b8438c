import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { ConsentRecord } from '#contract/admin/customers/consent-records.ts'
import type { CookieChoice } from '#contract/cookie-preferences.ts'
import { addDays } from '#contract/rules/time-zone.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { countAbout, lastPageOf, mostPaged } from '#server/platform/kernel/count-about.ts'
import type { PageOfList } from '#server/platform/kernel/list-page.ts'
import { startOfDay } from '#server/platform/kernel/list-page.ts'
import { type CsvRow, csvFile } from '#server/platform/text/csv.ts'

type Search = {
  /** A whole version, or the id of a record. */
  q?: string | undefined
  /** The first and the last day, in `timeZone`. */
  from?: string | undefined
  to?: string | undefined
  timeZone: string
}

/** A page of the answers to the consent question, by time, and their number as `countAbout` has it. */
export async function listConsents(db: Db, { page, per_page, order, ...search }: Search & PageOfList) {
  const { condition, time } = toQuery(search)
  const offset = (page - 1) * per_page
  const [data, total] = await Promise.all([
    offset >= mostPaged ? [] : readConsents(db, { condition, time, order, limit: per_page, offset }),
    countAbout(db, 'consent_records', sql`select from consent_records where ${condition}`),
  ])
  return { data, current_page: page, last_page: lastPageOf(total, per_page), per_page, total }
}

/** The answers of a search as CSV, newest first. Ids of purposes are separated by spaces. */
export const exportConsents = (db: Db, search: Search): AsyncIterable<string> =>
  csvFile(readLines(db, toQuery(search)))

const PAGE = 1_000

async function* readLines(db: Db, { condition, time }: ReturnType<typeof toQuery>): AsyncGenerator<CsvRow[]> {
  let older = sql``
  for (;;) {
    const part = {
      condition: sql`${condition} ${older}`,
      time,
      order: 'desc',
      limit: PAGE,
      offset: 0,
    } as const
    const rows = await readConsents(db, part)
    yield rows.map(({ id, created_at, version, accepted, declined }) => ({
      record: id,
      given: created_at,
      version,
      accepted: accepted.join(' '),
      declined: declined.join(' '),
    }))
    if (rows.length < PAGE) return
    older = sql`and (${time}, id) < (select ${time}, id from consent_records where id = ${rows.at(-1)?.id})`
  }
}

/** `time`: the SQL that the index for the search is ordered by. */
function toQuery({ q = '', from, to, timeZone }: Search): Pick<Part, 'condition' | 'time'> {
  const text = q.toLowerCase()
  const inIndex = (time: RawBuilder<unknown>) => (text === '' ? time : sql`(${time} at time zone 'UTC')`)
  const startOf = (day: string) => inIndex(startOfDay(day, timeZone))
  const time = inIndex(sql`created_at`)
  const conditions = [
    ...(text === '' ? [] : [z.uuid().safeParse(text).success ? sql`id = ${text}` : sql`version = ${text}`]),
    ...(from === undefined ? [] : [sql`${time} >= ${startOf(from)}`]),
    ...(to === undefined ? [] : [sql`${time} < ${startOf(addDays(to, 1))}`]),
  ]
  return { time, condition: conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `) }
}

type Part = {
  condition: RawBuilder<unknown>
  time: RawBuilder<unknown>
  order: 'asc' | 'desc'
  limit: number
  offset: number
}

async function readConsents(
  db: Db,
  { condition, time, order, limit, offset }: Part,
): Promise<ConsentRecord[]> {
  const direction = sql.raw(order)
  const { rows } = await sql<{ id: string; version: string; choices: CookieChoice[]; created_at: Date }>`
    select id, version, choices, created_at from consent_records where ${condition}
    order by ${time} ${direction}, id ${direction} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id, version, choices, created_at }) => {
    const idsOf = (isAccepted: boolean) =>
      choices.filter(({ accepted }) => accepted === isAccepted).map((choice) => choice.id)
    return {
      ...{ id, version, created_at: created_at.toISOString() },
      accepted: idsOf(true),
      declined: idsOf(false),
    }
  })
}
