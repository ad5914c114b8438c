import { type RawBuilder, sql } from 'kysely'
import type {
  EconomicOperatorRow,
  EconomicOperatorValues,
} from '#contract/admin/catalog/economic-operators.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { operatorTag } from '../declarations-sql.ts'
import { productsIn } from './products-in.ts'
import { inUse } from './refusals.ts'

type Query = ListQuery<'name' | 'id' | 'products'>

/** SQL: the products that an operator answers for, each once. */
const productsOf = (id: RawBuilder<unknown>) => sql`
  select product_id from product_declarations where manufacturer_id = ${id}
  union select product_id from product_declarations where importer_id = ${id}
  union select product_id from product_declarations where responsible_person_id = ${id}`

export const listEconomicOperators = (
  db: Db,
  query: Query,
): Promise<{ rows: EconomicOperatorRow[]; total: number }> =>
  listPage(
    db
      .selectFrom('economic_operators')
      .$if(Boolean(query.q), (found) => found.where('name', 'ilike', containing(query.q ?? ''))),
    query,
    {
      column: query.sort === 'id' ? 'economic_operators.id' : query.sort,
      id: 'economic_operators.id',
      select: (found) =>
        found.select([
          'economic_operators.id',
          'name',
          'country',
          'electronic_address',
          sql<number>`(select count(*) from (${productsOf(sql`economic_operators.id`)}) p)::integer`.as(
            'products',
          ),
        ]),
    },
  )

export const readEconomicOperator = (db: Db | Tx, id: number): Promise<EconomicOperatorValues | undefined> =>
  db
    .selectFrom('economic_operators')
    .select(['name', 'address', 'country', 'electronic_address'])
    .where('id', '=', id)
    .executeTakeFirst()

/** @throws 422 for a name that another one has. */
export async function createEconomicOperator(tx: Tx, values: EconomicOperatorValues): Promise<number> {
  await requireFreeName(tx, values.name, 0)
  const { id } = await tx
    .insertInto('economic_operators')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteChange(tx, [operatorTag(id)])
  return id
}

/** The pages of its products have its tag. @throws 422 for a name that another one has. */
export async function updateEconomicOperator(tx: Tx, id: number, values: EconomicOperatorValues) {
  await requireFreeName(tx, values.name, id)
  await tx.updateTable('economic_operators').set(values).where('id', '=', id).execute()
  await noteChange(tx, [operatorTag(id)])
}

/** @throws 409 IN_USE while products name it. */
export async function removeEconomicOperator(tx: Tx, id: number, { name }: EconomicOperatorValues) {
  const used = await productsIn(tx, productsOf(sql.val(id)))
  if (used) throw inUse(name, used)
  await tx.deleteFrom('economic_operators').where('id', '=', id).execute()
  await noteChange(tx, [operatorTag(id)])
}

/** Files name it, in any case. */
async function requireFreeName(tx: Tx, name: string, id: number) {
  const taken = await tx
    .selectFrom('economic_operators')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (taken) throw invalid({ 'values.name': ['Another one has this name'] })
}
