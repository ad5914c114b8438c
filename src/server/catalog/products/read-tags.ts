import type { Services } from '#server/platform/kernel/context.ts'

/** All tags that have products on sale in the channel, by name. */
export async function readTags(
  { db, catalogIndex }: Pick<Services, 'db' | 'catalogIndex'>,
  channelId: number,
) {
  const counts = await catalogIndex.counts({ channelId, kind: 'tag' })
  const tags = await db
    .selectFrom('tags')
    .select(['id', 'name', 'slug'])
    .orderBy('name')
    .orderBy('id')
    .execute()
  return tags.flatMap((tag) => {
    const product_count = counts.get(tag.id)
    return product_count === undefined ? [] : { ...tag, product_count }
  })
}
