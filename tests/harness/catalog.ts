import { sql } from 'kysely'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'

type NewVariation = {
  sku?: string
  /** Values by attribute code: {colour: 'blue', size: 'm'}; colour is shown as a swatch. */
  options?: Record<string, string>
  price?: number
  mrp?: number
  stock?: number
  tracksStock?: boolean
  isDefault?: boolean
  isPublished?: boolean
  /** Paths of the pictures. */
  images?: string[]
}

type NewProduct = NewVariation & {
  name?: string
  slug?: string
  /** A path: 'ceramics/mugs'. Categories, brands, labels and tags are created on first use. */
  category?: string
  brand?: string
  labels?: string[]
  tags?: string[]
  attributes?: Record<string, string>
  collection?: string
  description?: string
  position?: number
  publishedAt?: string
  sold?: number
  rating?: string
  /** Default: one variation with the product's price and stock. The first one is the default variation. */
  variations?: NewVariation[]
}

export type CatalogBuilder = Awaited<ReturnType<typeof catalogBuilder>>

/** Empties the catalog of a test database and returns builders for it. Prices are in rupees. */
export async function catalogBuilder(db: Db) {
  await sql`truncate countries, channels, images, brands, categories, collections, labels, tags, attributes, products, pages, custom_fields
    restart identity cascade`.execute(db)
  const channel = await makeChannel(db)
  let made = 0

  async function product(given: NewProduct = {}) {
    made += 1
    const name = given.name ?? `Product ${made}`
    const { id } = await db
      .insertInto('products')
      .values({
        // Far from the variations' ids, so that a test fails when code confuses the two.
        id: 1_000 + made,
        name,
        slug: given.slug ?? slugOf(name),
        brand_id: given.brand ? await named(db, 'brands', given.brand) : null,
        category_id: given.category ? await category(db, given.category) : null,
        description_html: given.description ?? '',
        is_published: given.isPublished ?? true,
        published_at: new Date(given.publishedAt ?? '2026-01-01'),
        sold_count: given.sold ?? 0,
        rating_average: given.rating ?? null,
        rating_count: given.rating ? 9 : 0,
        position: given.position ?? made,
      })
      .returning('id')
      .executeTakeFirstOrThrow()

    for (const label of given.labels ?? [])
      await db
        .insertInto('product_labels')
        .values({ product_id: id, label_id: await named(db, 'labels', label) })
        .execute()
    for (const tag of given.tags ?? [])
      await db
        .insertInto('product_tags')
        .values({ product_id: id, tag_id: await named(db, 'tags', tag) })
        .execute()
    for (const [code, value] of Object.entries(given.attributes ?? {}))
      await db
        .insertInto('product_attributes')
        .values({ product_id: id, value_id: (await attributeValue(db, code, value, false)).value_id })
        .execute()
    if (given.collection)
      await db
        .insertInto('collection_products')
        .values({
          product_id: id,
          collection_id: await named(db, 'collections', given.collection),
          position: -made,
        })
        .execute()

    const { isPublished: _, ...own } = given
    const variations = given.variations ?? [{ ...own, isDefault: true }]
    const variationIds: number[] = []
    for (const [at, variation] of variations.entries())
      variationIds.push(
        await addVariation(
          db,
          channel,
          { id, made, at },
          { ...own, isDefault: given.variations ? at === 0 : true, ...variation },
        ),
      )
    return { id, name, slug: given.slug ?? slugOf(name), variationIds, variationId: variationIds[0] ?? 0 }
  }

  async function relate(product: { id: number }, related: { id: number }[]) {
    for (const [position, { id: related_id }] of related.entries())
      await db
        .insertInto('related_products')
        .values({ product_id: product.id, related_id, position })
        .execute()
  }

  return { channel, product, relate, category: (path: string) => category(db, path) }
}

async function addVariation(
  db: Db,
  channel: Channel,
  product: { id: number; made: number; at: number },
  given: NewVariation,
) {
  const price = (given.price ?? 100) * 100
  const { id } = await db
    .insertInto('variations')
    .values({
      product_id: product.id,
      sku: given.sku ?? `SKU-${product.made}-${product.at}`,
      title: Object.values(given.options ?? {})
        .map(wordOf)
        .join(' / '),
      is_default: given.isDefault ?? false,
      is_published: given.isPublished ?? true,
      position: product.at,
      stock: given.stock ?? 20,
      tracks_stock: given.tracksStock ?? true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('prices')
    .values({
      variation_id: id,
      channel_id: channel.id,
      selling_price: price,
      mrp: given.mrp === undefined ? price : given.mrp * 100,
    })
    .execute()
  for (const [code, value] of Object.entries(given.options ?? {})) {
    const { attribute_id, value_id } = await attributeValue(db, code, value, true)
    await db.insertInto('variation_options').values({ variation_id: id, attribute_id, value_id }).execute()
  }
  for (const path of given.images ?? []) {
    const image = await db
      .insertInto('images')
      .values({ path, alt: `Picture ${path}`, width: 1_200, height: 1_200 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('product_images')
      .values({ product_id: product.id, variation_id: id, image_id: image.id })
      .execute()
  }
  return id
}

async function makeChannel(db: Db): Promise<Channel> {
  await db
    .insertInto('countries')
    .values({
      id: 101,
      name: 'India',
      code: 'IN',
      mobile_code: '+91',
      mobile_number_length: 10,
      currency: 'INR',
      postcode_label: 'Pincode',
      postcode_pattern: '^[1-9][0-9]{5}$',
    })
    .execute()
  await db
    .insertInto('channels')
    .values({
      code: 'india',
      name: 'India',
      is_default: true,
      country_id: 101,
      currency: 'INR',
      currency_symbol: '₹',
      currency_decimals: 2,
      locale: 'en-IN',
    })
    .execute()
  return readDefaultChannel(db)
}

async function named(db: Db, table: 'brands' | 'labels' | 'tags' | 'collections', name: string) {
  const { id } = await db
    .insertInto(table)
    .values({ name, slug: slugOf(name) })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function category(db: Db, path: string): Promise<number> {
  const steps = path.split('/')
  const slug = steps.at(-1) ?? ''
  const parent_id = steps.length > 1 ? await category(db, steps.slice(0, -1).join('/')) : null
  const { id } = await db
    .insertInto('categories')
    .values({ name: wordOf(slug), slug, path, parent_id })
    .onConflict((conflict) => conflict.column('path').doUpdateSet({ slug }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function attributeValue(db: Db, code: string, value: string, is_variable: boolean) {
  const attribute = await db
    .insertInto('attributes')
    .values({ code, label: wordOf(code), is_variable, display: code === 'colour' ? 'swatch' : 'button' })
    .onConflict((conflict) => conflict.column('code').doUpdateSet({ is_variable }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('attribute_values')
    .values({ attribute_id: attribute.id, value, label: wordOf(value) })
    .onConflict((conflict) => conflict.columns(['attribute_id', 'value']).doUpdateSet({ value }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { attribute_id: attribute.id, value_id: id }
}

const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
const wordOf = (slug: string) => slug.charAt(0).toUpperCase() + slug.slice(1)
