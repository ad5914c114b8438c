import { sql } from 'kysely'
import { euCountries } from '#contract/rules/withdrawal.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { declaredFor } from '../declarations-sql.ts'
import { readUnconfirmedFree } from './free-prices.ts'
import { undeclared, undeclaredText, undeclaredValues } from './refusals.ts'

/** SQL: channel `c` in country `k` sells a product, given its id, and refuses it for what it does not declare. */
const refuses = (id: string) => sql`c.requires_declarations and c.is_active
  and exists (
    select from variations v join prices r on r.variation_id = v.id and r.channel_id = c.id
    where v.product_id = ${sql.ref(id)} and v.is_published)
  and case
    when k.code = any(${sql.val(euCountries)}::text[])
      then not exists (select from ${declaredFor.eu} d where d.product_id = ${sql.ref(id)})
    when k.code = 'IN' then not exists (select from ${declaredFor.in} d where d.product_id = ${sql.ref(id)})
    else false end`

/** SQL: one of the channels that sell `products` refuses it. */
export const isUndeclared = sql<boolean>`exists (
  select from channels c join countries k on k.id = c.country_id where ${refuses('products.id')})`

export type Undeclared = { product_id: number; channel: string; country: string }

/** Products that a channel refuses to sell without further declarations, with the first such channel. */
export async function readUndeclared(tx: Tx, ids: readonly number[]): Promise<Undeclared[]> {
  const { rows } = await sql<Undeclared>`
    select distinct on (p.id) p.id as product_id, c.name as channel, k.code as country
    from unnest(${sql.val(ids)}::integer[]) as p(id), channels c join countries k on k.id = c.country_id
    where ${refuses('p.id')} order by p.id, c.id`.execute(tx)
  return rows
}

/** @throws 409 DECLARATIONS_MISSING for a product that one of its channels refuses to sell. */
export async function requireDeclared(tx: Tx, id: number): Promise<void> {
  const [missing] = await readUndeclared(tx, [id])
  if (missing) throw undeclared(missing)
}

/** Checks a saved product that shoppers see, now or later. @throws 422 at the declarations. */
export async function requireDeclaredValues(
  tx: Tx,
  id: number,
  values: { is_published: boolean; publish_at: string | null },
): Promise<void> {
  if (!values.is_published && values.publish_at === null) return
  const [missing] = await readUndeclared(tx, [id])
  if (missing) throw undeclaredValues(missing)
}

const FREE = 'Its price is 0: confirm in its editor that it is free of charge'

/** Why some of these products cannot be published: a price of 0 that is not confirmed, or what a channel wants declared. */
export const publishRefusals = async (tx: Tx, ids: readonly number[]) =>
  new Map([
    ...(await readUndeclared(tx, ids)).map(
      (missing) => [missing.product_id, undeclaredText(missing)] as const,
    ),
    ...(await readUnconfirmedFree(tx, ids)).map(({ product_id }) => [product_id, FREE] as const),
  ])
