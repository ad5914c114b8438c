import type { Db } from '#server/platform/kernel/context.ts'
import type { Members } from '../memory/memory-listing.ts'

/** The members of each collection, read on first use. */
export type CollectionMembers = { of(collectionId: number): Promise<Members>; forget(): void }

export function collectionMembers(db: Db): CollectionMembers {
  const known = new Map<number, Promise<Members>>()

  async function read(collectionId: number): Promise<Members> {
    const rows = await db
      .selectFrom('collection_products')
      .select(['product_id', 'by_rule'])
      .where('collection_id', '=', collectionId)
      .orderBy('by_rule')
      .orderBy('position')
      .orderBy('product_id')
      .execute()
    return {
      ids: rows.map(({ product_id }) => product_id),
      chosen: rows.filter(({ by_rule }) => !by_rule).length,
    }
  }

  return {
    of(collectionId) {
      const members = known.get(collectionId) ?? read(collectionId)
      known.set(collectionId, members)
      members.catch(() => known.get(collectionId) === members && known.delete(collectionId))
      return members
    },
    forget: () => known.clear(),
  }
}
