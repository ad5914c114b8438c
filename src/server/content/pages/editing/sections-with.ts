import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { keyInUse } from './refusals.ts'

/** A setting by which sections name a record: its id or key. */
export type Reference = { components: readonly string[]; setting: string }

export const menuReference: Reference = { components: ['Header', 'TopBar', 'Footer'], setting: 'menu' }
export const sliderReference: Reference = { components: ['HeroSlider'], setting: 'slider_id' }
export const faqReference: Reference = { components: ['Faq'], setting: 'faq_id' }
export const formReference: Reference = { components: ['Form', 'Contact', 'Newsletter'], setting: 'form' }

type Found = { name: string; component: string; value: string }

/** The sections that name a record by this setting, with the page or template that they are on. */
export async function readReferences(db: Db | Tx, { components, setting }: Reference): Promise<Found[]> {
  const rows = await db
    .selectFrom('sections as s')
    .leftJoin('pages as p', 'p.id', 's.page_id')
    .leftJoin('templates as t', 't.id', 's.template_id')
    .select(['p.name as page', 't.name as template', 's.component'])
    .select(sql<string | null>`s.settings ->> ${sql.val(setting)}::text`.as('value'))
    .where('s.component', 'in', components)
    .orderBy('s.id')
    .execute()
  return rows.flatMap(({ page, template, component, value }) =>
    value === null || value === '' ? [] : [{ name: page ?? template ?? component, component, value }],
  )
}

/** The names of the pages and templates with sections that name one of these ids or keys. */
export async function sectionsWith(
  tx: Db | Tx,
  reference: Reference,
  values: readonly string[],
): Promise<string[]> {
  const found = await readReferences(tx, reference)
  return [...new Set(found.filter(({ value }) => values.includes(value)).map(({ name }) => name))]
}

/** @throws 422 when sections refer to the former key */
export async function requireUnusedKey(tx: Tx, reference: Reference, before: string, after: string) {
  if (before === after) return
  const names = await sectionsWith(tx, reference, [before])
  if (names.length > 0) throw keyInUse(names)
}
