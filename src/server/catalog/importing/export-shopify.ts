import { sql } from 'kysely'
import type { Declarations } from '#contract/admin/catalog/declarations.ts'
import type { SoldAheadRule } from '#contract/admin/catalog/product-actions.ts'
import type { CustomField, FieldValues } from '#contract/custom-fields.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import type { ProductKind } from '#contract/rules/product-kind.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { csvLines } from '#server/platform/text/csv.ts'
import { listOtherChannels, readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { writeFieldCell } from '#server/shop/custom-fields/field-cells.ts'
import { readFields } from '#server/shop/custom-fields/read-fields.ts'
import { batchesBySize } from '../catalog-index/feed/batches-by-size.ts'
import { readOperatorNames } from '../products/editing/declarations.ts'
import { findProductIds, type ProductFilter } from '../products/editing/product-list.ts'
import { pieces, readLocationCodes } from '../stock/locations.ts'
import { declarationCells, declarationHeaders } from './declaration-columns.ts'

export type ExportRequest = {
  db: Db
  /** The shop's URL, for images; without it they are written as paths that only this shop can resolve. */
  storeUrl?: string
  /** The products of these ids, otherwise those of the filter; without both all. */
  ids?: readonly number[] | undefined
  filter?: ProductFilter | undefined
}

type Option = { name: string; value: string }
type ExportVariation = {
  sku: string
  selling_price: number | null
  mrp: number | null
  /** Pieces, those that are held back too. */
  stock: number
  safety_stock: number
  sold_ahead: SoldAheadRule | null
  tracks_stock: boolean
  weight_g: number | null
  barcode: string | null
  content: string | null
  cost: number | null
  custom: FieldValues
  options: Option[]
  image: string | null
  channel_prices: { channel_id: number; selling_price: number; mrp: number }[]
  levels: { location_id: number | null; quantity: number }[]
}
type ExportProduct = {
  id: number
  slug: string
  name: string
  description_html: string
  brand: string | null
  category: string[] | null
  tags: string[]
  is_published: boolean
  publish_at: Date | null
  unpublish_at: Date | null
  archived_at: Date | null
  meta_title: string | null
  meta_description: string | null
  custom: FieldValues
  kind: ProductKind
  hsn_code: string | null
  declarations: Declarations | null
  variations: ExportVariation[]
  images: { src: string; alt: string }[]
}

/** Shopify's current product template, in its column order. */
const headers = [
  ...['Title', 'URL handle', 'Description', 'Vendor', 'Product category', 'Type', 'Tags'],
  ...['Published on online store', 'Status', 'SKU', 'Barcode'],
  ...['Option1 name', 'Option1 value', 'Option1 Linked To'],
  ...['Option2 name', 'Option2 value', 'Option2 Linked To'],
  ...['Option3 name', 'Option3 value', 'Option3 Linked To'],
  ...['Price', 'Compare-at price', 'Cost per item', 'Charge tax', 'Tax code'],
  ...['Inventory tracker', 'Inventory quantity', 'Continue selling when out of stock'],
  ...['Weight value (grams)', 'Weight unit for display', 'Requires shipping', 'Fulfillment service'],
  ...['Product image URL', 'Image position', 'Image alt text', 'Variant image URL', 'Gift card'],
  ...['SEO title', 'SEO description'],
  // Not Shopify's: other shops ignore it, ours reads it.
  'HS code',
]

/** Our own columns, which only a shop with scheduled products has: Shopify's template has none for a schedule. */
const scheduleHeaders = ['Publish at', 'Unpublish at']

/** Also ours: Shopify's template has the prices of one market. */
const channelHeaders = (code: string) => ({ price: `Price[${code}]`, compare: `Compare-at price[${code}]` })

/** Also ours, in a shop with several stock locations. */
const locationHeader = (code: string) => `Inventory quantity[${code}]`

/** Also ours, in a shop that has one. */
const safetyHeader = 'Safety stock'

/** The same, in a shop that sells something before it is in stock. */
const aheadHeaders = {
  kind: 'Sold ahead',
  limit: 'Sold ahead limit',
  text: 'Sold ahead text',
  days: 'Sold ahead days',
  date: 'Sold ahead date',
}

/** Also ours, in a shop of measured goods. */
const contentHeader = 'Content'

const BATCH_SIZE = 200

/**
 * Streams products as Shopify's product CSV: by id, one row per variation and per additional
 * image. A re-import into the same shop changes nothing; data without a Shopify column (specifications,
 * labels, quantities, more than three options) is left out. Each channel besides the default one has two columns for its prices,
 * and each of several stock locations one for its pieces.
 */
export async function* exportShopify({
  db,
  storeUrl = '',
  ids,
  filter,
}: ExportRequest): AsyncGenerator<string> {
  const channel = await readDefaultChannel(db)
  const channels = await listOtherChannels(db)
  const mediaUrl = `${storeUrl.replace(/\/$/, '')}/media/`
  const fields = await readFields(db, ['product', 'variation'])
  const codes = await readLocationCodes(db)
  const locations = codes.size > 1 ? [...codes] : []
  const operators = new Map((await readOperatorNames(db)).map(({ id, name }) => [id, name]))
  const context = { operators, decimals: channel.currency_decimals, mediaUrl, channels, fields, locations }
  const columns = [
    ...headers,
    ...((await hasSchedules(db)) ? scheduleHeaders : []),
    ...channels.flatMap(({ code }) => Object.values(channelHeaders(code))),
    ...fields.map(fieldHeader),
    ...locations.map(([code]) => locationHeader(code)),
    ...((await hasDeclarations(db)) ? declarationHeaders : []),
    ...((await hasVariation(db, 'safety_stock', '>', 0)) ? [safetyHeader] : []),
    ...((await hasVariation(db, 'sold_ahead', 'is not', null)) ? Object.values(aheadHeaders) : []),
    ...((await hasVariation(db, 'content', 'is not', null)) ? [contentHeader] : []),
  ]
  yield csvLines([columns])
  const chosen = ids ?? (await findProductIds(db, filter))
  for (let at = 0; at < chosen.length; at += BATCH_SIZE)
    for await (const batch of batchesBySize(db, chosen.slice(at, at + BATCH_SIZE)))
      for (const product of await readProducts(db, channel.id, batch))
        yield csvLines(toRows(product, columns, context))
}

type ExportContext = {
  /** Names of manufacturers and importers by id. */
  operators: ReadonlyMap<number, string>
  decimals: number
  mediaUrl: string
  channels: readonly { id: number; code: string; decimals: number }[]
  fields: readonly CustomField[]
  locations: readonly (readonly [code: string, id: number | null])[]
}
type Cells = Record<string, string | number>

function toRows(product: ExportProduct, columns: readonly string[], context: ExportContext): string[][] {
  const count = Math.max(1, product.variations.length, product.images.length)
  return Array.from({ length: count }, (_, at) => {
    const cells: Cells = {
      'URL handle': product.slug,
      ...(at === 0 && {
        ...productCells(product),
        ...declarationCells(product.declarations, context.operators),
        ...fieldCells(product, 'product', context),
      }),
      ...variationCells(product.variations[at], at, { ...context, kind: product.kind }),
      ...imageCells(product.images[at], at, context),
    }
    return columns.map((header) => String(cells[header] ?? ''))
  })
}

const productCells = (product: ExportProduct): Cells => ({
  Title: product.name,
  Description: product.description_html,
  Vendor: product.brand ?? '',
  // "Product category" is Shopify's own taxonomy; our category goes into the type.
  Type: product.category?.join(' > ') ?? '',
  Tags: product.tags.map((tag) => tag.replaceAll(',', '\\,')).join(', '),
  'Published on online store': product.is_published ? 'TRUE' : 'FALSE',
  Status: product.archived_at ? 'archived' : product.is_published ? 'active' : 'draft',
  'Publish at': product.publish_at?.toISOString() ?? '',
  'Unpublish at': product.unpublish_at?.toISOString() ?? '',
  'SEO title': product.meta_title ?? '',
  'SEO description': product.meta_description ?? '',
  'HS code': product.hsn_code ?? '',
  'Gift card': product.kind === 'voucher' ? 'TRUE' : 'FALSE',
})

function variationCells(
  variation: ExportVariation | undefined,
  at: number,
  context: ExportContext & Pick<ExportProduct, 'kind'>,
): Cells {
  if (!variation) return {}
  const { selling_price: price, mrp, tracks_stock: isTracked } = variation
  return {
    ...optionCells(variation.options, at),
    ...channelCells(variation, context),
    ...fieldCells(variation, 'variation', context),
    ...levelCells(variation, context),
    SKU: variation.sku,
    Barcode: variation.barcode ?? '',
    Price: price === null ? '' : toMajor(price, context.decimals),
    'Compare-at price': price === null ? '' : comparePrice({ selling_price: price, mrp }, context.decimals),
    'Cost per item': variation.cost === null ? '' : toMajor(variation.cost, context.decimals),
    'Charge tax': 'TRUE',
    'Inventory tracker': isTracked ? 'shopify' : '',
    'Inventory quantity': variation.stock,
    [safetyHeader]: variation.safety_stock,
    ...aheadCells(variation),
    [contentHeader]: variation.content ?? '',
    'Continue selling when out of stock': isTracked ? 'deny' : 'continue',
    'Weight value (grams)': variation.weight_g ?? '',
    'Weight unit for display': variation.weight_g === null ? '' : 'g',
    'Requires shipping': context.kind === 'goods' ? 'TRUE' : 'FALSE',
    'Fulfillment service': 'manual',
    'Variant image URL': variation.image === null ? '' : toUrl(variation.image, context),
  }
}

const fieldHeader = ({ owner, key }: Pick<CustomField, 'owner' | 'key'>) =>
  owner === 'product' ? `field:${key}` : `variation_field:${key}`

const fieldCells = (
  { custom }: { custom: FieldValues },
  owner: CustomField['owner'],
  { fields }: Pick<ExportContext, 'fields'>,
): Cells =>
  Object.fromEntries(
    fields
      .filter((field) => field.owner === owner)
      .map((field) => [fieldHeader(field), writeFieldCell(field, ownValue(custom, field.key))]),
  )

/** Empty without a discount. */
const comparePrice = (
  { selling_price, mrp }: { selling_price: number; mrp: number | null },
  decimals: number,
) => (mrp !== null && mrp > selling_price ? toMajor(mrp, decimals) : '')

/** Empty in a channel where the variation is not sold. */
function channelCells({ channel_prices }: ExportVariation, { channels }: ExportContext): Cells {
  const cells: Cells = {}
  for (const { id, code, decimals } of channels) {
    const price = channel_prices.find(({ channel_id }) => channel_id === id)
    if (!price) continue
    const header = channelHeaders(code)
    cells[header.price] = toMajor(price.selling_price, decimals)
    cells[header.compare] = comparePrice(price, decimals)
  }
  return cells
}

/** Empty where stock is not counted, so that an import leaves it so. */
const levelCells = ({ levels, tracks_stock }: ExportVariation, { locations }: ExportContext): Cells =>
  Object.fromEntries(
    locations.map(([code, id]) => {
      const level = levels.find(({ location_id }) => location_id === id)
      return [locationHeader(code), tracks_stock ? (level?.quantity ?? 0) : '']
    }),
  )

function optionCells(options: Option[], at: number): Cells {
  if (options.length === 0) return { 'Option1 name': 'Title', 'Option1 value': 'Default Title' }
  const cells: Cells = {}
  for (const [index, { name, value }] of options.slice(0, 3).entries()) {
    if (at === 0) cells[`Option${index + 1} name`] = name
    cells[`Option${index + 1} value`] = value
  }
  return cells
}

function imageCells(
  image: ExportProduct['images'][number] | undefined,
  at: number,
  context: ExportContext,
): Cells {
  if (!image) return {}
  return {
    'Product image URL': toUrl(image.src, context),
    'Image position': at + 1,
    'Image alt text': image.alt,
  }
}

/** Stored images have a path in the media folder, pending ones their source URL. */
const toUrl = (src: string, { mediaUrl }: ExportContext) =>
  /^https?:\/\//.test(src) ? src : mediaUrl + src.split('/').map(encodeURIComponent).join('/')

/** Formats minor units as a decimal: 129900 is 1299.00. */
function toMajor(amount: number, decimals: number) {
  const digits = String(amount).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

const aheadCells = ({ sold_ahead: rule }: ExportVariation): Cells => ({
  [aheadHeaders.kind]: rule?.kind ?? 'no',
  [aheadHeaders.limit]: rule?.limit ?? '',
  [aheadHeaders.text]: rule?.text ?? '',
  [aheadHeaders.days]: rule?.kind === 'backorder' ? rule.days : '',
  [aheadHeaders.date]: rule?.kind === 'preorder' ? rule.date : '',
})

async function hasVariation(
  db: Db,
  column: 'safety_stock' | 'sold_ahead' | 'content',
  operator: '>' | 'is not',
  value: number | null,
): Promise<boolean> {
  const found = await db
    .selectFrom('variations')
    .select('id')
    .where(column, operator, value)
    .limit(1)
    .execute()
  return found.length > 0
}

async function hasDeclarations(db: Db): Promise<boolean> {
  const found = await db.selectFrom('product_declarations').select('product_id').limit(1).execute()
  return found.length > 0
}

async function hasSchedules(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('products')
    .select('id')
    .where((eb) => eb.or([eb('publish_at', 'is not', null), eb('unpublish_at', 'is not', null)]))
    .limit(1)
    .execute()
  return found.length > 0
}

async function readProducts(db: Db, channelId: number, ids: readonly number[]): Promise<ExportProduct[]> {
  const { rows } = await sql<ExportProduct>`
    select p.id, p.slug, p.name, p.description_html, b.name as brand, p.is_published, p.publish_at, p.unpublish_at, p.archived_at, p.meta_title,
      p.meta_description, p.kind, p.hsn_code, p.custom,
      (select to_jsonb(d) - 'product_id' from product_declarations d where d.product_id = p.id) as declarations,
      (with recursive way (id, parent_id, name, depth) as (
        select id, parent_id, name, 0 from categories where id = p.category_id
        union all select c.id, c.parent_id, c.name, way.depth + 1 from categories c join way on c.id = way.parent_id
      ) select json_agg(name order by depth desc) from way) as category,
      coalesce((select json_agg(t.name order by t.name) from product_tags pt join tags t on t.id = pt.tag_id
        where pt.product_id = p.id), '[]') as tags,
      coalesce((
        select json_agg(json_build_object(
          'sku', v.sku, 'selling_price', c.selling_price, 'mrp', c.mrp, 'stock', greatest(0, ${sql.raw(pieces)}), 'safety_stock', v.safety_stock, 'sold_ahead', v.sold_ahead, 'tracks_stock', v.tracks_stock,
          'weight_g', v.weight_g, 'barcode', v.barcode, 'content', v.content, 'cost', v.cost, 'custom', v.custom,
          'channel_prices', coalesce((
            select json_agg(json_build_object('channel_id', o.channel_id, 'selling_price', o.selling_price, 'mrp', o.mrp))
            from prices o where o.variation_id = v.id and o.channel_id <> ${channelId}), '[]'),
          'levels', jsonb_build_array(jsonb_build_object('location_id', null, 'quantity', greatest(0, ${sql.raw(pieces)} - v.other_stock))) || coalesce((
            select jsonb_agg(jsonb_build_object('location_id', l.location_id, 'quantity', l.quantity))
            from stock_levels l where l.variation_id = v.id), '[]'),
          'options', coalesce((
            select json_agg(json_build_object('name', a.label, 'value', av.label) order by a.position, a.id)
            from variation_options o join attributes a on a.id = o.attribute_id join attribute_values av on av.id = o.value_id
            where o.variation_id = v.id), '[]'),
          'image', (
            select coalesce(m.path, i.source_url) from product_images i left join images m on m.id = i.image_id
            where i.product_id = p.id and i.variation_id = v.id order by i.position, i.id limit 1)
        ) order by v.position, v.id)
        from variations v left join prices c on c.variation_id = v.id and c.channel_id = ${channelId}
        where v.product_id = p.id), '[]') as variations,
      coalesce((
        select json_agg(json_build_object(
          'src', coalesce(m.path, i.source_url), 'alt', coalesce(nullif(i.alt, ''), m.alt, '')) order by i.position, i.id)
        from product_images i left join images m on m.id = i.image_id where i.product_id = p.id), '[]') as images
    from products p left join brands b on b.id = p.brand_id
    where p.id = any(${sql.val(ids)}::int[]) order by p.id`.execute(db)
  return rows
}
