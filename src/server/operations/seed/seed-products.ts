import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import type { DemoFiles, DemoProduct, DemoVariation } from './demo-files.ts'
import { paragraphsToHtml } from './paragraphs-to-html.ts'
import { type CatalogIds, mediaPathOf } from './seed-catalog.ts'
import { hsnCodeOf, taxClassOf } from './seed-delivery.ts'

/** The newest product's date; others are earlier. Fixed, so that all demo shops are equal. */
const NEWEST = Date.UTC(2026, 10, 10, 4, 30)
const DAY = 86_400_000

/** Seeds products with variations, prices, images and relations. Ids are those of the files. */
export async function seedProducts(tx: Tx, files: DemoFiles, ids: CatalogIds, channelId: number) {
  const { products, brands } = files.catalog
  const brandId = new Map(brands.map(({ id, slug }) => [slug, id]))
  const publishedAt = publicationDays(products)
  const positions = featuredPositions(products)
  await tx
    .insertInto('videos')
    .values(
      products.flatMap(({ video, name }) =>
        video ? [{ name, path: mediaPathOf(video.path), bytes: video.bytes }] : [],
      ),
    )
    .execute()

  await tx
    .insertInto('products')
    .values(
      products.map((product) => {
        const category = known(ids.category, product.category.slug)
        const summary = files.content.review_summary[product.slug]
        const published_at = known(publishedAt, product.id)
        return {
          ...{ id: product.id, slug: product.slug, name: product.name, ...product.meta },
          position: known(positions, product.id),
          brand_id: known(brandId, product.brand.slug),
          category_id: category.id,
          short_description: product.short_description,
          description_html: paragraphsToHtml(product.description),
          specifications: json(product.specifications.map(({ name, value }) => ({ label: name, value }))),
          customisation: product.customisation && json(customisationOf(product.customisation)),
          is_published: product.is_published,
          published_at,
          created_at: published_at,
          updated_at: published_at,
          // Personalised products cannot be returned (page "Shipping and returns").
          return_days: product.customisation ? 0 : 10,
          tax_class: taxClassOf(category.path),
          hsn_code: hsnCodeOf(category.path),
          video_path: product.video ? mediaPathOf(product.video.path) : null,
          social_image_path: mediaPathOf(product.social_sharing_image.path),
          rating_average: summary ? summary.overall_rating.toFixed(2) : null,
          rating_count: summary?.total_reviews ?? 0,
          sold_count: soldCountOf(product, summary?.total_reviews ?? 0),
        }
      }),
    )
    .execute()

  const variationId = await seedVariations(tx, products, ids, channelId)
  await seedPictures(tx, products, ids, variationId)
  await seedBelongings(tx, files, ids)
}

/** Returns the variations' ids by sku: 1001, 1002 … in file order. */
async function seedVariations(tx: Tx, products: DemoProduct[], ids: CatalogIds, channel_id: number) {
  const all = products.flatMap((product) =>
    variationsOf(product).map((variation, position) => ({ product, variation, position })),
  )
  const variationId = new Map(all.map(({ variation }, at) => [variation.sku, 1001 + at]))
  const idOf = (variation: DemoVariation) => known(variationId, variation.sku)

  await tx
    .insertInto('variations')
    .values(
      all.map(({ product, variation, position }) => ({
        id: idOf(variation),
        product_id: product.id,
        sku: variation.sku,
        title: Object.values(variation.options).join(' / '),
        is_default: variation.is_default,
        position,
        stock: variation.stock,
        weight_g: variation.weight_g,
      })),
    )
    .execute()
  await tx
    .insertInto('prices')
    .values(
      all.map(({ variation }) => ({
        variation_id: idOf(variation),
        channel_id,
        selling_price: variation.selling_price,
        mrp: variation.mrp,
      })),
    )
    .execute()
  await tx
    .insertInto('variation_options')
    .values(
      all.flatMap(({ variation }) =>
        Object.entries(variation.options).map(([name, label]) => {
          const value = known(known(ids.value, name.toLowerCase()), label)
          return { variation_id: idOf(variation), attribute_id: value.attribute_id, value_id: value.id }
        }),
      ),
    )
    .execute()
  return variationId
}

/** A product without options has one variation. */
function variationsOf(product: DemoProduct): DemoVariation[] {
  if (product.variations.length > 0) return product.variations
  const { sku, selling_price, mrp, stock, weight_g, images } = product
  const [base_image] = images
  if (!base_image) throw new Error(`${product.slug} has no picture`)
  return [{ sku, selling_price, mrp, stock, weight_g, base_image, options: {}, is_default: true }]
}

/**
 * The gallery of the files first, then variation images it lacks. Variations that differ only in size share an
 * image, which is assigned to the first of them.
 */
async function seedPictures(
  tx: Tx,
  products: DemoProduct[],
  ids: CatalogIds,
  variationId: Map<string, number>,
) {
  await tx
    .insertInto('product_images')
    .values(
      products.flatMap((product) => {
        const gallery = product.images.map(({ path, alt, sku }) => ({ path, alt, sku: sku ?? null }))
        const shown = new Set(gallery.map(({ path }) => path))
        const missing = product.variations
          .filter(({ base_image: { path } }) => !shown.has(path) && shown.add(path))
          .map(({ sku, base_image: { path, alt } }) => ({ path, alt, sku }))
        return [...gallery, ...missing].map(({ path, alt, sku }, position) => ({
          product_id: product.id,
          variation_id: sku === null ? null : known(variationId, sku),
          image_id: known(ids.image, path),
          alt,
          position,
        }))
      }),
    )
    .execute()
}

/** Properties, tags, labels, collections and related products. */
async function seedBelongings(tx: Tx, { catalog }: DemoFiles, ids: CatalogIds) {
  const { products, tags, labels, collections } = catalog
  const productId = new Map(products.map(({ id, slug }) => [slug, id]))
  const tagId = new Map(tags.map(({ id, slug }) => [slug, id]))
  const labelId = new Map(labels.map(({ id, slug }) => [slug, id]))
  const each = <Row>(rowsOf: (product: DemoProduct) => Row[]) => products.flatMap(rowsOf)

  await tx
    .insertInto('product_attributes')
    .values(
      each(({ id, attributes }) =>
        attributes.map(({ slug, value }) => ({
          product_id: id,
          value_id: known(known(ids.value, slug), value).id,
        })),
      ),
    )
    .execute()
  await tx
    .insertInto('product_tags')
    .values(
      each(({ id, tags: slugs }) => slugs.map((slug) => ({ product_id: id, tag_id: known(tagId, slug) }))),
    )
    .execute()
  await tx
    .insertInto('product_labels')
    .values(
      each(({ id, labels: slugs }) =>
        slugs.map((slug) => ({ product_id: id, label_id: known(labelId, slug) })),
      ),
    )
    .execute()
  await tx
    .insertInto('related_products')
    .values(
      each(({ id, related }) =>
        related.map((slug, position) => ({
          product_id: id,
          related_id: known(productId, slug),
          position,
        })),
      ),
    )
    .execute()
  await tx
    .insertInto('collection_products')
    .values(
      collections.flatMap(({ id, products: slugs }) =>
        slugs.map((slug, position) => ({
          collection_id: id,
          product_id: known(productId, slug),
          position,
        })),
      ),
    )
    .execute()
}

/** The contract's shape (decisions §2). A text is required when there is no image to customise with. */
function customisationOf({ text, image }: NonNullable<DemoProduct['customisation']>) {
  return {
    text: {
      enabled: text !== null,
      label: text?.label ?? '',
      max_length: text?.max ?? 0,
      required: text !== null && image === null,
    },
    image: {
      enabled: image !== null,
      label: image?.label ?? '',
      max_mb: Math.min(image?.max_mb ?? 0, MAX_UPLOAD_MB),
      types: (image?.formats ?? []).map((format) => `image/${format === 'jpg' ? 'jpeg' : format}`),
      ...(image && {
        required: true,
        min_width: image.min_width,
        min_height: image.min_height,
        is_cropped: true,
      }),
    },
  }
}

/** Security §12. */
const MAX_UPLOAD_MB = 5

/** Products labelled New are dated in the last weeks, three days apart; the others before them, two days apart. */
function publicationDays(products: DemoProduct[]): Map<number, Date> {
  const isNew = (product: DemoProduct) => product.labels.includes('new')
  const newestFirst = [...products.filter(isNew), ...products.filter((product) => !isNew(product))]
  const days = new Map<number, Date>()
  let day = NEWEST
  for (const product of newestFirst) {
    days.set(product.id, new Date(day))
    day -= (isNew(product) ? 3 : 2) * DAY
  }
  return days
}

/** A plausible sales count for the demo, the same in every demo shop. */
const soldCountOf = ({ id, labels }: DemoProduct, reviews: number) =>
  reviews * 9 + (labels.includes('bestseller') ? 120 : 0) + ((id * 37) % 23)

/** @throws Error that names the missing key. */
function known<Key, Value>(map: Map<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`The demo shop's files do not define ${String(key)}`)
  return value
}

/** The featured order: the categories take turns, so that the whole shop does not begin with a page of mugs. */
function featuredPositions(products: readonly DemoProduct[]): Map<number, number> {
  const byCategory = Map.groupBy(products, ({ category }) => category.parent?.slug ?? category.slug)
  const turns = [...byCategory.values()].flatMap((group) => group.map(({ id }, turn) => ({ id, turn })))
  return new Map(turns.toSorted((a, b) => a.turn - b.turn).map(({ id }, position) => [id, position]))
}
