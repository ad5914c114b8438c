import { sql } from 'kysely'
import type { ChosenOption, VariationValues } from '#contract/admin/catalog/products.ts'
import type { FieldValues } from '#contract/custom-fields.ts'
import { readContent } from '#contract/rules/unit-price.ts'
import type { Actor } from '#server/platform/audit/audit-log.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { acceptFieldValues } from '#server/shop/custom-fields/accept-values.ts'
import { noteCatalog } from './catalog-names.ts'
import { createAttributes, findAttribute, optionIds } from './create-options.ts'
import { fillSkus } from './fill-skus.ts'
import { readReferences } from './references.ts'
import { inUse } from './refusals.ts'
import { usersOf } from './variation-users.ts'
import { type VariationRow, writeOptions, writePrices, writeRows } from './write-variation-rows.ts'

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
  const custom = await acceptCustom(tx, values)
  const rows = values.map(
    (variation, position): VariationRow => ({
      ...variation,
      product_id: productId,
      title: (labels[position] ?? []).join(' / '),
      is_default: position === preset,
      position,
      barcode: variation.barcode || null,
      has_cost: variation.cost !== undefined,
      cost: variation.cost ?? null,
      has_content: variation.content !== undefined,
      content: readContent(variation.content ?? '')?.text ?? null,
      custom: custom.get(position) ?? null,
    }),
  )
  const ids = await writeRows(tx, productId, rows, actor)
  const written = values.map((variation, at) => ({
    ...variation,
    id: ids[at] ?? 0,
    isNew: variation.id === null,
  }))
  await writeOptions(
    tx,
    written.map(({ id }, at) => ({ id, options: options[at] ?? [] })),
  )
  await writePrices(tx, channel.id, written)
  return written.map(({ id }, at) => ({ id, options: entered[at]?.options ?? [] }))
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
  if (users.length > 0) throw inUse(firstOf(gone), { count: users.length, names: users })
  await sql`delete from variations where id = any(${sql.val(ids)}::integer[])`.execute(tx)
}

/** `YARN-1, YARN-2, YARN-3 and 97 more` */
function firstOf(gone: readonly { sku: string }[]) {
  const names = gone.slice(0, 3).map(({ sku }) => sku)
  return gone.length > 3 ? `${names.join(', ')} and ${gone.length - 3} more` : names.join(', ')
}
