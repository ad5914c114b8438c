import type { ProductValues } from '#contract/admin/catalog/products.ts'
import { isReversed, scheduleAt } from '#contract/rules/product-schedule.ts'
import type { Actor } from '#server/platform/audit/audit-log.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import type { HookRunner } from '#server/platform/kernel/plugin.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { requireFreeSlug } from '#server/platform/text/require-free-slug.ts'
import { sanitiseHtml } from '#server/platform/text/sanitise-html.ts'
import { customColumn } from '#server/shop/custom-fields/accept-values.ts'
import { tagIds } from './create-names.ts'
import { requireOperators, writeDeclarations } from './declarations.ts'
import { requirePricedValues } from './free-prices.ts'
import { priceTagsOf } from './price-tags-of.ts'
import { writePictures } from './product-pictures.ts'
import { removeOtherVariations, writeVariations } from './product-variations.ts'
import { readTaxClasses } from './references.ts'
import { inUse, productArchived, unknownTaxClass, unpublishTooEarly } from './refusals.ts'
import { readUndeclared, requireDeclaredValues } from './required-declarations.ts'
import { usersOf } from './variation-users.ts'

/** Who edits, and the plugins that are notified. */
export type Editing = { actor: Actor; plugins: HookRunner }

/**
 * @param original of a copy: what its custom fields name may be gone
 * @throws 422 by field.
 */
export async function createProduct(
  tx: Tx,
  values: ProductValues,
  editing: Editing,
  original?: ProductValues,
): Promise<number> {
  const { id } = await tx
    .insertInto('products')
    .values({ ...(await rowOf(tx, values, 0, original)), ...(await nextPosition(tx)) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeParts(tx, id, values, editing)
  await requirePricedValues(tx, id, values)
  await requireDeclaredValues(tx, id, values)
  await noteProduct(tx, id, [values.category_id], editing)
  return id
}

/** @throws 422 by field; 409 IN_USE for a variation of an order that is left out, PRODUCT_ARCHIVED when it would be published */
export async function updateProduct(
  tx: Tx,
  id: number,
  values: ProductValues,
  before: ProductValues,
  editing: Editing,
) {
  if (before.archived_at && (values.is_published || values.publish_at !== null)) throw productArchived()
  const priceTags = await priceTagsOf(tx, before, values)
  // What is on sale already can be changed, also where its channel has asked for declarations since.
  const wasUndeclared = before.is_published && (await readUndeclared(tx, [id])).length > 0
  await tx
    .updateTable('products')
    .set({ ...(await rowOf(tx, values, id, before)), updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  await removeOtherVariations(tx, id, values.variations)
  await writeParts(tx, id, values, editing)
  await requirePricedValues(tx, id, values)
  if (!wasUndeclared) await requireDeclaredValues(tx, id, values)
  if (priceTags) await noteTags(tx, id, priceTags, editing)
  else await noteProduct(tx, id, [values.category_id, before.category_id], editing)
}

/** @throws 409 IN_USE while an order or a cart has it. */
export async function removeProduct(
  tx: Tx,
  id: number,
  { name, category_id }: ProductValues,
  editing: Editing,
) {
  const users = await usersOf(tx, tx.selectFrom('variations').select('id').where('product_id', '=', id))
  if (users.length > 0) throw inUse(name, { count: users.length, names: users })
  await tx.deleteFrom('products').where('id', '=', id).execute()
  await noteProduct(tx, id, [category_id], editing)
}

async function rowOf(tx: Tx, values: ProductValues, id: number, before?: ProductValues) {
  const { name, min_quantity, max_quantity, published_at } = values
  const slug = await requireFreeSlug(tx, 'products', { id, name, slug: values.slug })
  if (max_quantity < min_quantity)
    throw invalid({ 'values.max_quantity': ['Must not be below the smallest quantity'] })
  await requireRows(tx, values)
  await requireOperators(tx, values.declarations)
  await requireTaxClass(tx, values.tax_class, id)
  const schedule = requireSchedule(values)
  return {
    name,
    slug,
    brand_id: values.brand_id,
    category_id: values.category_id,
    short_description: values.short_description,
    description_html: sanitiseHtml(values.description_html),
    video_path: await requireVideo(tx, values.video),
    specifications: json(values.specifications),
    customisation: values.customisation && json(values.customisation),
    ...schedule,
    published_at: published_at === null ? new Date() : new Date(published_at),
    is_free: values.is_free,
    min_quantity,
    max_quantity,
    quantity_step: values.quantity_step,
    display_unit: values.display_unit,
    return_days: values.return_days,
    withdrawal_exclusion: values.withdrawal_exclusion || null,
    kind: values.kind,
    tax_class: values.tax_class,
    hsn_code: values.hsn_code || null,
    meta_title: values.meta_title || null,
    meta_description: values.meta_description || null,
    ...(await customColumn(tx, 'product', { values: values.custom, before: before?.custom })),
  }
}

/** The path of a video of the media library; null for none. @throws 422 */
async function requireVideo(tx: Tx, address: string) {
  if (address === '') return null
  const path = address.replace(/^\/media\//, '')
  const known = await tx.selectFrom('videos').select('path').where('path', '=', path).executeTakeFirst()
  if (!known || path === address)
    throw invalid({ 'values.video': ['Choose a video of the shop, uploaded under Content, Videos'] })
  return path
}

/** A class without rates would be sold without tax. One that a product has already stays. @throws 422 */
async function requireTaxClass(tx: Tx, tax_class: string, id: number) {
  const known = await readTaxClasses(tx)
  if (known.includes(tax_class)) return
  const retained = await tx
    .selectFrom('products')
    .select('id')
    .where('id', '=', id)
    .where('tax_class', '=', tax_class)
    .executeTakeFirst()
  if (!retained) throw unknownTaxClass(tax_class, known)
}

/** @throws 422 for a time of hiding that has passed or is before that of publishing. */
function requireSchedule({ is_published, ...times }: ProductValues) {
  const now = new Date()
  const publish_at = times.publish_at === null ? null : new Date(times.publish_at)
  const unpublish_at = times.unpublish_at === null ? null : new Date(times.unpublish_at)
  if (unpublish_at !== null && unpublish_at <= now) throw unpublishTooEarly('now')
  if (isReversed({ publish_at, unpublish_at })) throw unpublishTooEarly('the time of publishing')
  return scheduleAt({ is_published, publish_at, unpublish_at }, now)
}

/** A new product comes after the others in the order "Featured". */
const nextPosition = (tx: Tx) =>
  tx
    .selectFrom('products')
    .select((eb) => eb.fn.coalesce(eb.fn.max('position'), eb.lit(0)).as('position'))
    .executeTakeFirstOrThrow()

/** @throws 422 for a brand, category, label, attribute or product that is gone since the form was opened. */
async function requireRows(tx: Tx, { brand_id, category_id, labels, properties, related }: ProductValues) {
  const wanted = [
    ['brand_id', 'brands', brand_id === null ? [] : [brand_id]],
    ['category_id', 'categories', category_id === null ? [] : [category_id]],
    ['labels', 'labels', labels],
    ['properties', 'attribute_values', properties],
    ['related', 'products', related],
  ] as const
  for (const [field, table, ids] of wanted) {
    if (ids.length === 0) continue
    const found = await tx
      .selectFrom(table)
      .select('id')
      .where('id', 'in', [...ids])
      .execute()
    if (found.length < new Set(ids).size)
      throw invalid({ [`values.${field}`]: ['Something chosen here no longer exists. Reload the page.'] })
  }
}

async function writeParts(tx: Tx, id: number, values: ProductValues, { actor }: Editing) {
  const variations = await writeVariations(tx, id, values.variations, actor)
  await writePictures(tx, id, values.images, variations)
  await writeTags(tx, id, values.tags)
  await writeDeclarations(tx, id, values.declarations)
  await replaceLinks(
    tx,
    'product_labels',
    id,
    [...new Set(values.labels)].map((label_id) => ({ label_id })),
  )
  await replaceLinks(
    tx,
    'product_attributes',
    id,
    [...new Set(values.properties)].map((value_id) => ({ value_id })),
  )
  await replaceLinks(
    tx,
    'related_products',
    id,
    [...new Set(values.related)]
      .filter((related) => related !== id)
      .map((related_id, position) => ({ related_id, position })),
  )
}

/** Tags are named freely; a new name creates one, as the import does. */
async function writeTags(tx: Tx, id: number, names: readonly string[]) {
  if (names.length === 0) return replaceLinks(tx, 'product_tags', id, [])
  const ids = await tagIds(tx, names, { creates: true })
  return replaceLinks(
    tx,
    'product_tags',
    id,
    ids.map((tag_id) => ({ tag_id })),
  )
}

async function replaceLinks(
  tx: Tx,
  table: 'product_labels' | 'product_attributes' | 'product_tags' | 'related_products',
  product_id: number,
  links: readonly Record<string, number>[],
) {
  await tx.deleteFrom(table).where('product_id', '=', product_id).execute()
  if (links.length > 0)
    await tx
      .insertInto(table)
      .values(links.map((link) => ({ product_id, ...link })))
      .execute()
}

async function noteProduct(
  tx: Tx,
  id: number,
  categories: readonly (number | null)[],
  editing: Pick<Editing, 'plugins'>,
) {
  const tags = categories.filter((category) => category !== null).map((category) => `category:${category}`)
  await noteTags(tx, id, ['listing', ...tags], editing)
}

async function noteTags(tx: Tx, id: number, tags: readonly string[], { plugins }: Pick<Editing, 'plugins'>) {
  await noteChange(tx, [`product:${id}`, ...tags])
  await plugins.runHooks(tx, 'product.changed', { product_ids: [id] })
}
