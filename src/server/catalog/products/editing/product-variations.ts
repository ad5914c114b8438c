import { sql } from 'kysely'
import type { ChosenOption, VariationValues } from '#contract/admin/catalog/products.ts'
import type { FieldValues } from '#contract/custom-fields.ts'
import { readContent } from '#contract/rules/unit-price.ts'
import { recordStockChanges } from '#server/catalog/stock/stock-changes.ts'
import type { Actor } from '#server/platform/audit/audit-log.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { acceptFieldValues } from '#server/shop/custom-fields/accept-values.ts'
import { noteCatalog } from './catalog-names.ts'
import { createAttributes, findAttribute, optionIds } from './create-options.ts'
import { fillSkus } from './fill-skus.ts'
import { readReferences } from './references.ts'
import { inUse } from './refusals.ts'
import { usersOf } from './variation-users.ts'

type Option = { value_id: number; attribute_id: number; label: string; position: number }

/** With the options as they were given: ids, and the names of new ones. */
export type WrittenVariation = { id: number; options: readonly ChosenOption[] }

/**
 * Writes the variations of a product in the given order, and returns them in it.
 * @throws 422 by field.
 */
export async function writeVariations(
  tx: Tx,
  productId: number,
  entered: readonly VariationValues[],
  actor: Actor,
): Promise<WrittenVariation[]> {
  const chosen = await createNewOptions(tx, entered)
  const options = await requireOptions(tx, chosen)
  const labels = options.map((own) => own.map(({ label }) => label))
  const values = await fillSkus(tx, productId, chosen, labels)
  await requireFreeSkus(tx, productId, values)
  const channel = await readDefaultChannel(tx)
  await requireChannels(tx, channel.id, values)
  const preset = Math.max(
    0,
    values.findIndex(({ is_default }) => is_default),
  )
  await tx.updateTable('variations').set({ is_default: false }).where('product_id', '=', productId).execute()
  // SKUs may be exchanged between variations; each row alone would meet the other's.
  const sent = values.flatMap(({ id }) => id ?? [])
  if (sent.length > 1)
    await tx.updateTable('variations').set({ sku: sql<string>`'#' || id` }).where('id', 'in', sent).execute()
  const custom = await acceptCustom(tx, values)
  const priced = new Set(await pricedVariations(tx, channel.id, sent))
  const written: WrittenVariation[] = []
  for (const [position, variation] of values.entries()) {
    const own = options[position] ?? []
    const row = {
      sku: variation.sku,
      title: own.map(({ label }) => label).join(' / '),
      is_default: position === preset,
      is_published: variation.is_published,
      position,
      tracks_stock: variation.tracks_stock,
      weight_g: variation.weight_g,
      barcode: variation.barcode || null,
      ...(variation.cost !== undefined && { cost: variation.cost }),
      ...(variation.content !== undefined && { content: readContent(variation.content ?? '')?.text ?? null }),
      ...(variation.custom && { custom: json(custom.get(position)) }),
    }
    const id =
      variation.id === null
        ? await insertVariation(tx, { ...row, product_id: productId }, variation.initial_stock ?? 0, actor)
        : await updateVariation(tx, productId, variation.id, row)
    written.push({ id, options: entered[position]?.options ?? [] })
    await writeOptions(tx, id, own)
    // 0 also stands for a variation without a price, which must not be sold for nothing after a change of something else.
    if (variation.id === null || variation.selling_price > 0 || priced.has(variation.id))
      await writePrice(tx, { variation_id: id, channel_id: channel.id }, variation)
    await writeChannelPrices(tx, { variation_id: id, default_id: channel.id }, variation)
  }
  return written
}

/** The custom fields of the variations that bring them, by position. @throws 422 */
async function acceptCustom(tx: Tx, variations: readonly VariationValues[]) {
  const given = variations.flatMap(({ id, custom }, at) => (custom ? { id, custom, at } : []))
  if (given.length === 0) return new Map<number, FieldValues>()
  const ids = given.flatMap(({ id }) => id ?? [])
  const { rows } = await sql<{ id: number; custom: FieldValues }>`
    select id, custom from variations where id = any(${sql.val(ids)}::integer[]) and custom <> '{}'`.execute(
    tx,
  )
  const before = new Map(rows.map((row) => [row.id, row.custom]))
  const accepted = await acceptFieldValues(
    tx,
    'variation',
    given.map(({ id, custom: values, at }) => ({
      path: `values.variations.${at}.custom`,
      values,
      before: before.get(id ?? 0),
    })),
  )
  return new Map(given.map(({ at }, index) => [at, accepted[index] ?? {}]))
}

async function insertVariation(
  tx: Tx,
  row: { product_id: number; sku: string; title: string; position: number; custom?: string },
  stock: number,
  actor: Actor,
) {
  const { id } = await tx
    .insertInto('variations')
    .values({ ...row, stock })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (stock > 0)
    await recordStockChanges(tx, actor, [{ variation_id: id, before: 0, after: stock }], {
      reason: 'initial',
    })
  return id
}

async function updateVariation(tx: Tx, productId: number, id: number, row: object) {
  const updated = await tx
    .updateTable('variations')
    .set(row)
    .where('id', '=', id)
    .where('product_id', '=', productId)
    .returning('id')
    .executeTakeFirst()
  if (!updated) throw invalid({ 'values.variations': ['A variation no longer exists. Reload the page.'] })
  return id
}

async function writeOptions(tx: Tx, variation_id: number, options: readonly Option[]) {
  await tx.deleteFrom('variation_options').where('variation_id', '=', variation_id).execute()
  if (options.length > 0)
    await tx
      .insertInto('variation_options')
      .values(options.map(({ attribute_id, value_id }) => ({ variation_id, attribute_id, value_id })))
      .execute()
}

async function writePrice(
  tx: Tx,
  key: { variation_id: number; channel_id: number },
  { selling_price, mrp }: Pick<VariationValues, 'selling_price' | 'mrp'>,
) {
  const price = { selling_price, mrp: mrp ?? selling_price }
  await tx
    .insertInto('prices')
    .values({ ...key, ...price })
    .onConflict((conflict) => conflict.columns(['variation_id', 'channel_id']).doUpdateSet(price))
    .execute()
}

async function pricedVariations(tx: Tx, channelId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const prices = await tx
    .selectFrom('prices')
    .select('variation_id')
    .where('channel_id', '=', channelId)
    .where('variation_id', 'in', [...ids])
    .execute()
  return prices.map(({ variation_id }) => variation_id)
}

/** Prices in the channels besides the default one; those that are missing are deleted. */
async function writeChannelPrices(
  tx: Tx,
  { variation_id, default_id }: { variation_id: number; default_id: number },
  { channel_prices }: VariationValues,
) {
  if (!channel_prices) return
  const sold = [default_id, ...channel_prices.map(({ channel_id }) => channel_id)]
  await tx
    .deleteFrom('prices')
    .where('variation_id', '=', variation_id)
    .where('channel_id', 'not in', sold)
    .execute()
  for (const { channel_id, ...price } of channel_prices)
    await writePrice(tx, { variation_id, channel_id }, price)
}

/** @throws 422 for a price in an unknown channel, in the default one, or above its compare price */
async function requireChannels(tx: Tx, defaultId: number, values: readonly VariationValues[]) {
  const wanted = values.flatMap(({ channel_prices = [] }) => channel_prices)
  if (wanted.length === 0) return
  const channels = await tx.selectFrom('channels').select('id').where('id', '<>', defaultId).execute()
  const known = new Set(channels.map(({ id }) => id))
  const errors: Record<string, string[]> = {}
  for (const [at, { channel_prices = [] }] of values.entries()) {
    const field = `values.variations.${at}.channel_prices`
    const ids = channel_prices.map(({ channel_id }) => channel_id)
    if (new Set(ids).size < ids.length || ids.some((id) => !known.has(id)))
      errors[field] = ['Use one price of each further channel']
    for (const [price, { selling_price, mrp }] of channel_prices.entries())
      if (mrp !== null && mrp < selling_price)
        errors[`${field}.${price}.mrp`] = ['Must not be below the price']
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

type Chosen = VariationValues & { options: number[] }

/** The variations with the ids of their options. Those that the shop does not have yet are made, in the order of the variations. */
async function createNewOptions(tx: Tx, values: readonly VariationValues[]): Promise<Chosen[]> {
  if (!values.some(({ options }) => options.some(isNew)))
    return values.map((each) => ({
      ...each,
      options: each.options.flatMap((option) => (isNew(option) ? [] : option)),
    }))
  const references = await readReferences(tx)
  const codes = new Map(references.attributes.map(({ id, code }) => [id, code]))
  const known = new Map(
    [...references.values.values()].flatMap((ofAttribute) =>
      [...ofAttribute.values()].map(({ id, attribute_id, label }) => [
        id,
        { name: codes.get(attribute_id) ?? '', value: label },
      ]),
    ),
  )
  const named = values.map(({ options }) =>
    options.flatMap((option) => {
      if (!isNew(option)) return known.get(option) ?? []
      const name = findAttribute(references, option.name, true)?.code ?? option.name
      return { name, value: option.value }
    }),
  )
  await createAttributes(tx, references, [named.flat()], { isVariable: true })
  await noteCatalog(tx, [])
  return values.map((each) => ({
    ...each,
    options: each.options.map((option) =>
      isNew(option) ? (optionIds(references, [option])[0]?.value_id ?? 0) : option,
    ),
  }))
}

const isNew = (option: ChosenOption) => typeof option === 'object'

/** The options of each variation, in the order of attributes. @throws 422 */
async function requireOptions(tx: Tx, values: readonly Chosen[]): Promise<Option[][]> {
  const errors: Record<string, string[]> = {}
  const wanted = [...new Set(values.flatMap(({ options }) => options))]
  const rows =
    wanted.length === 0
      ? []
      : await tx
          .selectFrom('attribute_values')
          .innerJoin('attributes', 'attributes.id', 'attribute_values.attribute_id')
          .select([
            'attribute_values.id as value_id',
            'attribute_values.attribute_id',
            'attribute_values.label',
            'attributes.position',
          ])
          .where('attribute_values.id', 'in', wanted)
          .orderBy('attributes.position')
          .orderBy('attributes.id')
          .execute()
  const seen = new Set<string>()
  const options = values.map((variation, at) => {
    const own = rows.filter(({ value_id }) => variation.options.includes(value_id))
    const field = `values.variations.${at}.options`
    const attributes = own.map(({ attribute_id }) => attribute_id)
    if (own.length < variation.options.length)
      errors[field] = ['An option no longer exists. Reload the page.']
    else if (new Set(attributes).size < attributes.length) errors[field] = ['Choose one value of each option']
    else if (seen.has(keyOf(own))) errors[field] = ['Another variation has the same options']
    seen.add(keyOf(own))
    return own
  })
  const shapes = new Set(options.map((own) => own.map(({ attribute_id }) => attribute_id).join()))
  if (shapes.size > 1 && Object.keys(errors).length === 0)
    errors['values.variations'] = ['All variations of a product need the same options']
  for (const [at, { selling_price, mrp }] of values.entries())
    if (mrp !== null && mrp < selling_price)
      errors[`values.variations.${at}.mrp`] = ['Must not be below the price']
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return options
}

const keyOf = (options: readonly Option[]) => options.map(({ value_id }) => value_id).join()

/** @throws 422 */
async function requireFreeSkus(tx: Tx, productId: number, values: readonly VariationValues[]) {
  const taken = await tx
    .selectFrom('variations')
    .innerJoin('products', 'products.id', 'variations.product_id')
    .select(['sku', 'products.name'])
    .where(
      'sku',
      'in',
      values.map(({ sku }) => sku),
    )
    .where('product_id', '<>', productId)
    .execute()
  const owners = new Map(taken.map(({ sku, name }) => [sku, name]))
  const errors: Record<string, string[]> = {}
  const seen = new Set<string>()
  for (const [at, { sku }] of values.entries()) {
    const owner = owners.get(sku)
    if (owner !== undefined) errors[`values.variations.${at}.sku`] = [`"${owner}" has this SKU`]
    else if (seen.has(sku)) errors[`values.variations.${at}.sku`] = ['Another variation has this SKU']
    seen.add(sku)
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/**
 * Deletes the variations that are not among the values.
 * @throws 409 IN_USE when one of them is in an order or a cart.
 */
export async function removeOtherVariations(tx: Tx, productId: number, values: readonly VariationValues[]) {
  const sent = new Set(values.flatMap(({ id }) => id ?? []))
  const present = await tx
    .selectFrom('variations')
    .select(['id', 'sku'])
    .where('product_id', '=', productId)
    .execute()
  const gone = present.filter(({ id }) => !sent.has(id))
  if (gone.length === 0) return
  const ids = gone.map(({ id }) => id)
  const users = await usersOf(tx, ids)
  if (users.length > 0)
    throw inUse(gone.map(({ sku }) => sku).join(', '), { count: users.length, names: users })
  await tx.deleteFrom('variations').where('id', 'in', ids).execute()
}
