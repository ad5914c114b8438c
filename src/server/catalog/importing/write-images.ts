import type { Insertable, Updateable } from 'kysely'
import type { Tx } from '#server/platform/kernel/context.ts'
import type { Database } from '#server/platform/kernel/schema.ts'
import type { Problem } from './product-draft.ts'
import type { ExistingImage } from './read-existing.ts'
import type { ImageSource } from './resolve-images.ts'
import { insertImage } from './store-image.ts'
import type { WrittenProduct } from './write-products.ts'

/** A gallery image as the file describes it. */
type WantedImage = {
  line: number
  src: string
  source: Exclude<ImageSource, { kind: 'unusable' }>
  alt: string | undefined
  position: number | undefined
  /** Ids of the variations that show it. */
  shownBy: number[]
}

/** Adds images to galleries and updates text and order of existing ones; none is removed. */
export async function writeImages(
  tx: Tx,
  products: readonly WrittenProduct[],
  variationIds: ReadonlyMap<string, number>,
  sources: ReadonlyMap<string, ImageSource>,
): Promise<number> {
  const added: Insertable<Database['product_images']>[] = []
  for (const product of products) {
    const wanted = wantedImages(product, variationIds, sources)
    const pairs = wanted.map((image) => ({ image, existing: product.product?.images.find(isSame(image)) }))
    for (const { id, columns } of updatesOf(pairs)) {
      await tx.updateTable('product_images').set(columns).where('id', '=', id).execute()
      product.noteChanged('product')
    }
    let last = Math.max(0, ...(product.product?.images ?? []).map(({ position }) => position))
    for (const { image, existing } of pairs) {
      if (existing) continue
      const columns = await sourceColumns(tx, image.source)
      if (!columns) {
        product.draft.problems.push(unknownImage(image))
        continue
      }
      const position = image.position ?? last + 1
      last = Math.max(last, position)
      const shownBy = image.shownBy[0] ?? null
      added.push({
        ...columns,
        product_id: product.productId,
        variation_id: shownBy,
        alt: image.alt ?? '',
        position,
      })
      product.noteChanged('product')
    }
  }
  if (added.length > 0) await tx.insertInto('product_images').values(added).execute()
  return added.length
}

const unknownImage = ({ line, src }: WantedImage): Problem => ({
  line,
  kind: 'warning',
  reason: `The image “${src}” is skipped: it does not exist in the shop`,
})

/** The gallery in the file's order without duplicates, then images that only a variation names. */
function wantedImages(
  { draft, variations }: WrittenProduct,
  variationIds: ReadonlyMap<string, number>,
  sources: ReadonlyMap<string, ImageSource>,
): WantedImage[] {
  const wanted = new Map<string, WantedImage>()
  const add = (src: string, more: Pick<WantedImage, 'line' | 'alt' | 'position'>) => {
    const source = sources.get(src)
    if (!source || source.kind === 'unusable') return undefined
    const mark = sourceKeyOf(source)
    const image = wanted.get(mark) ?? { source, src, ...more, shownBy: [] }
    wanted.set(mark, image)
    return image
  }
  for (const { src, ...more } of draft.images) add(src, { alt: undefined, position: undefined, ...more })
  for (const variation of variations) {
    const { image: src } = variation.draft
    const { line } = variation.draft
    const image = src === undefined ? undefined : add(src, { line, alt: undefined, position: undefined })
    const id = variationIds.get(variation.sku)
    if (image && id !== undefined) image.shownBy.push(id)
  }
  return [...wanted.values()]
}

const sourceKeyOf = (source: WantedImage['source']) => {
  if (source.kind === 'url') return source.url
  return source.kind === 'media' ? source.path : source.image.path
}

const isSame =
  ({ source }: WantedImage) =>
  ({ source_url, path }: ExistingImage) => {
    if (source.kind === 'media') return path === source.path
    if (source.kind === 'file') return path === source.image.path
    return source_url === source.url || (path !== null && path === source.mediaPath)
  }

/** Updates text, order, and the variation of an image that has none or no longer shows its own. */
function updatesOf(pairs: readonly { image: WantedImage; existing: ExistingImage | undefined }[]) {
  const known = pairs.flatMap(({ image, existing }) => (existing ? [{ image, existing }] : []))
  const placed = known.filter(({ image }) => image.position !== undefined)
  const inFileOrder = placed.toSorted((a, b) => a.image.position! - b.image.position!)
  const isInOrder = inFileOrder.every(
    ({ existing }, at) => at === 0 || !isBefore(existing, inFileOrder[at - 1]!.existing),
  )
  return known.flatMap(({ image, existing }) => {
    const columns: Updateable<Database['product_images']> = {}
    if (image.alt !== undefined && image.alt !== existing.alt) columns.alt = image.alt
    if (!isInOrder && image.position !== undefined && image.position !== existing.position)
      columns.position = image.position
    const isShownBy = existing.variation_id !== null && image.shownBy.includes(existing.variation_id)
    if (image.shownBy[0] !== undefined && !isShownBy) columns.variation_id = image.shownBy[0]
    return Object.keys(columns).length > 0 ? [{ id: existing.id, columns }] : []
  })
}

const isBefore = (a: ExistingImage, b: ExistingImage) =>
  a.position < b.position || (a.position === b.position && a.id < b.id)

/** undefined for a path under our /media that does not exist. */
async function sourceColumns(tx: Tx, source: WantedImage['source']) {
  if (source.kind === 'url') return { image_id: null, source_url: source.url, next_attempt_at: new Date() }
  if (source.kind === 'file')
    return { image_id: await insertImage(tx, source.image), source_url: null, next_attempt_at: null }
  const image = await tx.selectFrom('images').select('id').where('path', '=', source.path).executeTakeFirst()
  return image && { image_id: image.id, source_url: null, next_attempt_at: null }
}
