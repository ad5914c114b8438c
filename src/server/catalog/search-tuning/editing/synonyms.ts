import type { SynonymRow, SynonymValues } from '#contract/admin/catalog/search.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { searchTag } from '../read-tuning.ts'

type Query = ListQuery<'term' | 'id'>

export const listSynonyms = (db: Db, query: Query): Promise<{ rows: SynonymRow[]; total: number }> =>
  listPage(
    db
      .selectFrom('search_synonyms')
      .$if(Boolean(query.q), (found) => found.where('term', 'ilike', containing(query.q ?? ''))),
    query,
    {
      column: `search_synonyms.${query.sort}`,
      id: 'search_synonyms.id',
      select: (found) => found.select(['search_synonyms.id', 'term', 'synonyms', 'is_two_way']),
    },
  )

export const readSynonym = (db: Db | Tx, id: number): Promise<SynonymValues | undefined> =>
  db
    .selectFrom('search_synonyms')
    .select(['term', 'synonyms', 'is_two_way'])
    .where('id', '=', id)
    .executeTakeFirst()

export async function createSynonym(tx: Tx, values: SynonymValues): Promise<number> {
  const { id } = await tx
    .insertInto('search_synonyms')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteChange(tx, [searchTag])
  return id
}

export async function updateSynonym(tx: Tx, id: number, values: SynonymValues) {
  await tx.updateTable('search_synonyms').set(values).where('id', '=', id).execute()
  await noteChange(tx, [searchTag])
}

export async function removeSynonym(tx: Tx, id: number) {
  await tx.deleteFrom('search_synonyms').where('id', '=', id).execute()
  await noteChange(tx, [searchTag])
}
