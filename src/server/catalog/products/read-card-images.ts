import type { Services } from '#server/platform/kernel/context.ts'
import { mediaUrl } from '#server/platform/media/to-image.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { readCards } from './read-cards.ts'

const FIRST_CARDS = 200

/**
 * Paths, relative to the media folder, of the pictures on the first cards of the shop, in the order in which listings show them: first
 * those that are there from the start, then those that a pointer shows.
 */
export async function readCardImages({
  db,
  catalogIndex,
}: Pick<Services, 'db' | 'catalogIndex'>): Promise<string[]> {
  const channel = await readDefaultChannel(db)
  const { productIds } = await catalogIndex.listing({
    ...{ channelId: channel.id, scope: { kind: 'shop' }, filters: {}, sort: 'default' },
    ...{ page: 1, perPage: FIRST_CARDS },
  })
  const cards = await readCards(db, channel, productIds)
  const images = [
    ...cards.map(({ base_image }) => base_image),
    ...cards.map(({ hover_image }) => hover_image),
  ]
  return [...new Set(images.flatMap((image) => (image ? [image.path.slice(mediaUrl('').length)] : [])))]
}
