import { sql } from 'kysely'
import type { SearchRuleRow, SearchRuleValues } from '#contract/admin/catalog/search.ts'
import { defaultTarget, targetOf } from '#contract/rules/redirect-target.ts'
import { wordsOf } from '#server/catalog/catalog-index/text/tokenize.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { searchTag } from '../read-tuning.ts'

type Query = ListQuery<'query' | 'id'>

export const listSearchRules = (db: Db, query: Query): Promise<{ rows: SearchRuleRow[]; total: number }> =>
  listPage(
    db
      .selectFrom('search_rules')
      .$if(Boolean(query.q), (found) => found.where('query', 'ilike', containing(query.q ?? ''))),
    query,
    {
      column: `search_rules.${query.sort}`,
      id: 'search_rules.id',
      select: (found) =>
        found.select([
          'search_rules.id',
          'query',
          'redirect_to',
          sql<number>`(select count(*) from search_pins p where p.rule_id = search_rules.id)::integer`.as(
            'products',
          ),
        ]),
    },
  )

export const readSearchRule = (db: Db | Tx, id: number): Promise<SearchRuleValues | undefined> =>
  db
    .selectFrom('search_rules')
    .select([
      'query',
      sql<
        number[]
      >`array(select product_id from search_pins where rule_id = search_rules.id order by position)`.as(
        'products',
      ),
      'redirect_to',
    ])
    .where('id', '=', id)
    .executeTakeFirst()

/** @throws 422 for a search that has a rule, an address outside the shop, unknown products, or a rule without effect. */
export async function createSearchRule(tx: Tx, values: SearchRuleValues): Promise<number> {
  const row = await checkedRow(tx, values, 0)
  const { id } = await tx.insertInto('search_rules').values(row).returning('id').executeTakeFirstOrThrow()
  await writePins(tx, id, values.products)
  return id
}

export async function updateSearchRule(tx: Tx, id: number, values: SearchRuleValues) {
  const row = await checkedRow(tx, values, id)
  await tx.updateTable('search_rules').set(row).where('id', '=', id).execute()
  await writePins(tx, id, values.products)
}

export async function removeSearchRule(tx: Tx, id: number) {
  await tx.deleteFrom('search_rules').where('id', '=', id).execute()
  await noteChange(tx, [searchTag])
}

async function writePins(tx: Tx, rule_id: number, products: readonly number[]) {
  await tx.deleteFrom('search_pins').where('rule_id', '=', rule_id).execute()
  const rows = [...new Set(products)].map((product_id, position) => ({ rule_id, product_id, position }))
  if (rows.length > 0) await tx.insertInto('search_pins').values(rows).execute()
  await noteChange(tx, [searchTag])
}

async function checkedRow(tx: Tx, { query, products, redirect_to }: SearchRuleValues, id: number) {
  const errors: Record<string, string[]> = {}
  const words = wordsOf(query).join(' ')
  const other = await tx
    .selectFrom('search_rules')
    .select('query')
    .where('words', '=', words)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (words === '') errors['values.query'] = ['Please enter a word']
  else if (other) errors['values.query'] = [`There is a rule for “${other.query}” already`]
  const target = redirect_to?.trim() || null
  if (target !== null && isUnusable(target))
    errors['values.redirect_to'] = ['Please enter an address of the shop, such as /shipping-and-returns']
  if (target === null && products.length === 0)
    errors['values.products'] = ['Please choose products or enter an address']
  if (products.length > 0) {
    const rows = await tx.selectFrom('products').select('id').where('id', 'in', products).execute()
    const known = new Set(rows.map((row) => row.id))
    for (const [at, one] of products.entries())
      if (!known.has(one)) errors[`values.products.${at}`] = [`There is no product with the number ${one}`]
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return { words, query, redirect_to: target }
}

/** Only pages of the shop; a redirect to the search would repeat itself. */
function isUnusable(target: string): boolean {
  if (!target.startsWith('/') || !URL.canParse(target, base)) return true
  const { pathname } = new URL(target, base)
  return pathname === '/search' || (targetOf(target) === defaultTarget && pathname !== defaultTarget)
}
const base = 'https://shop.invalid'
