import type { Db } from '#server/kernel/context.ts'

/** Product ids of each collection in its order, read on first use. */
export type CollectionMembers = { of(collectionId: number): Promise<number[]>; forget(): void }

export function collectionMembers(db: Db): CollectionMembers {
  const known = new Map<number, Promise<number[]>>()

  async function read(collectionId: number) {
    const rows = await db
      .selectFrom('collection_products')
      .select('product_id')
      .where('collection_id', '=', collectionId)
      .orderBy('position')
      .orderBy('product_id')
      .execute()
    return rows.map(({ product_id }) => product_id)
  }

  return {
    of(collectionId) {
      const ids = known.get(collectionId) ?? read(collectionId)
      known.set(collectionId, ids)
      ids.catch(() => known.get(collectionId) === ids && known.delete(collectionId))
      return ids
    },
    forget: () => known.clear(),
  }
}
