import { keysOf } from '#contract/rules/own-value.ts'
import { sanitiseHtml, toPlainText } from '#server/platform/text/sanitise-html.ts'
import type { Option } from '../products/editing/create-options.ts'
import { channelColumns, readChannelPrices } from './channel-columns.ts'
import { type Columns, type ColumnTable, findColumns, rowReader } from './columns.ts'
import type { Dialect, DraftContext, RowGroup } from './dialect.ts'
import { gramsIn, parseFlag, splitList, splitPath } from './parse-cell.ts'
import type { Problem, ProductDraft, ProductFields, VariationDraft } from './product-draft.ts'
import type { CsvRecord } from './read-csv.ts'
import { readPrice, readVariationCells, readWeight } from './read-variation-cells.ts'
import { refuseUnevenOptions } from './refuse-uneven-options.ts'
import { type WooField, type WooReader, wooColumns, wooType } from './woo-columns.ts'
import { groupWooRows } from './woo-groups.ts'

/** WooCommerce's product export: a row of type variable, and rows of type variation that name it as parent. */
export function wooDialect(headers: readonly string[]): Dialect {
  const count = headers.filter((header) => /^attribute \d+ name$/i.test(header.trim())).length
  const channels = channelColumns(headers)
  const found = findColumns({ ...wooColumns, ...attributeColumns(count), ...channels.table }, headers)
  const columns: Columns<WooField> = found.columns
  return {
    name: 'WooCommerce',
    ignored: found.ignored,
    grouping: () => groupWooRows(columns, headers.length),
    draft: (group, records, context) =>
      draftProduct({ columns, attributeCount: count, codes: channels.codes }, group, records, context),
  }
}

function attributeColumns(count: number): ColumnTable {
  const columns: Record<string, string[]> = {}
  for (let at = 1; at <= count; at++) {
    columns[`attribute_${at}_name`] = [`attribute ${at} name`]
    columns[`attribute_${at}_value`] = [`attribute ${at} value(s)`]
    columns[`attribute_${at}_visible`] = [`attribute ${at} visible`]
    columns[`attribute_${at}_global`] = [`attribute ${at} global`]
    columns[`attribute_${at}_default`] = [`attribute ${at} default`]
  }
  return columns
}

type Attribute = { name: string; values: string[]; isGlobal: boolean; isVisible: boolean; preset: string }

/** The columns of a file: how many attributes they have, and the codes of the channels that some of them name. */
type FileColumns = { columns: Columns<WooField>; attributeCount: number; codes: readonly string[] }

function draftProduct(
  { columns, attributeCount, codes }: FileColumns,
  { slug, isSlugGiven, missingParent }: RowGroup,
  records: readonly CsvRecord[],
  context: DraftContext,
): ProductDraft {
  const problems: Problem[] = []
  const rows = records.map((record) => rowReader(columns, record, problems))
  const product = rows.find((row) => wooType(row) !== 'variation')
  const children = rows.filter((row) => wooType(row) === 'variation').sort(byPosition)
  const attributes = product ? readAttributes(product, attributeCount) : []
  const variations = children.flatMap((row) => {
    const variation = readChild(row, product, readAttributes(row, attributeCount), context)
    variation.channel_prices = readChannelPrices(row, codes, context)
    return row.isRefused() ? [] : [variation]
  })
  if (product && wooType(product) === 'simple') {
    const only = readVariation(product, undefined, context)
    const channel_prices = readChannelPrices(product, codes, context)
    if (!product.isRefused()) variations.push({ ...only, channel_prices, options: [], image: undefined })
  }
  const chosen = new Set(variations.flatMap(({ options }) => options?.map(({ name }) => name) ?? []))
  markPreset(variations, attributes)
  const draft: ProductDraft = {
    lines: records.map(({ line }) => line),
    slug,
    isSlugGiven,
    faultLine: undefined,
    missingParent,
    fields: product
      ? readFields(
          product,
          attributes.filter(({ name }) => !chosen.has(name)),
        )
      : {},
    variations,
    images: product ? readImages(product) : [],
    problems,
  }
  if (product?.isRefused()) draft.faultLine = product.line
  refuseUnevenOptions(draft)
  return draft
}

const byPosition = (a: WooReader, b: WooReader) =>
  Number(a.text('position') || 0) - Number(b.text('position') || 0) || a.line - b.line

function readFields(row: WooReader, properties: Attribute[]): ProductFields {
  const category = row.text('category')
  const path = category === undefined ? undefined : splitPath(splitList(category)[0] ?? '')
  const html = row.text('description_html')
  const intro = row.text('short_description')
  const tags = row.text('tags')
  const brand = row.text('brand')
  return {
    name: row.text('name') || undefined,
    description_html: html === undefined ? undefined : sanitiseHtml(withLineBreaks(html)),
    short_description: intro === undefined ? undefined : toPlainText(withLineBreaks(intro)),
    brand: brand === undefined ? undefined : (splitList(brand)[0] ?? null),
    // WooCommerce's name for no category.
    category: path && (path.length === 0 || path[0] === 'Uncategorized' ? null : path),
    tags: tags === undefined ? undefined : splitList(tags),
    is_published: row.text('published') === undefined ? undefined : isPublished(row),
    specifications: row.has('attribute_1_name')
      ? properties
          .filter(({ isVisible }) => isVisible)
          .map(({ name, values }) => ({ label: name, value: values.join(', ') }))
      : undefined,
    properties: row.has('attribute_1_name')
      ? properties
          .filter(({ isGlobal }) => isGlobal)
          .flatMap(({ name, values }) => values.map((value) => ({ name, value })))
      : undefined,
  }
}

/** 1 published, 0 private, -1 draft, 2 pending. */
function isPublished(row: WooReader) {
  const text = row.text('published') || '1'
  if (text === '2') return false
  const flag = parseFlag(text)
  if (flag === undefined) row.refuse('published', `“${text}” is not 1, 0 or -1`)
  return flag
}

function readAttributes(row: WooReader, count: number): Attribute[] {
  return Array.from({ length: count }, (_, at) => at + 1).flatMap((at) => {
    const name = row.text(`attribute_${at}_name`)
    if (!name) return []
    return {
      name,
      values: splitList(row.text(`attribute_${at}_value`) ?? ''),
      isVisible: parseFlag(row.text(`attribute_${at}_visible`) || '1') ?? true,
      isGlobal: parseFlag(row.text(`attribute_${at}_global`) || '0') ?? false,
      preset: row.text(`attribute_${at}_default`) ?? '',
    }
  })
}

function readChild(
  row: WooReader,
  parent: WooReader | undefined,
  attributes: Attribute[],
  context: DraftContext,
): VariationDraft {
  const options: Option[] = []
  for (const { name, values } of attributes) {
    if (values.length > 1) row.refuse(undefined, `The variation has several values for “${name}”`)
    if (values[0]) options.push({ name, value: values[0] })
  }
  const published = row.text('published')
  return {
    ...readVariation(row, parent, context),
    options: attributes.length > 0 ? options : undefined,
    // A draft's variations are drafts with it, not unpublished on their own.
    is_published: published === undefined || published === '' ? undefined : published !== '0',
    image: splitList(row.text('images') ?? '')[0],
  }
}

function readVariation(row: WooReader, parent: WooReader | undefined, context: DraftContext): VariationDraft {
  const cells = readVariationCells(shared(row, parent), context)
  return {
    ...cells,
    ...readPrices(row, context),
    ...readTracking(row, cells.stock),
    weight_g: readAnyWeight(row, context),
  }
}

/** A stock of `parent` is shared by the variations; here each variation has its own. */
function shared(row: WooReader, parent: WooReader | undefined): WooReader {
  if (row.text('stock') !== 'parent') return row
  row.warn('stock', 'The variations share one stock: each gets the full quantity')
  return { ...row, text: (field) => (field === 'stock' ? parent?.text('stock') : row.text(field)) }
}

function readPrices(row: WooReader, context: DraftContext) {
  const regular = readPrice(row, 'regular_price', context)
  const sale = isOnSale(row, context) ? readPrice(row, 'sale_price', context) : undefined
  if (regular === undefined) return { selling_price: sale, mrp: sale === undefined ? undefined : null }
  if (sale === undefined || sale === regular) return { selling_price: regular, mrp: null }
  if (sale < regular) return { selling_price: sale, mrp: regular }
  row.warn('sale_price', 'The sale price is higher than the regular price: imported without a discount')
  return { selling_price: sale, mrp: null }
}

function isOnSale(row: WooReader, { now }: DraftContext) {
  if (!row.text('sale_price')) return false
  const starts = Date.parse(row.text('sale_starts') ?? '')
  const ends = Date.parse(row.text('sale_ends') ?? '')
  const isOn = !(starts > now.getTime()) && !(ends + 86_400_000 <= now.getTime())
  if (!isOn) row.warn('sale_price', 'The sale is not active today: the regular price is used')
  return isOn
}

/** Without a number, stock is not tracked; with backorders allowed it does not limit orders. */
function readTracking(
  row: WooReader,
  stock: number | undefined,
): Pick<VariationDraft, 'stock' | 'tracks_stock'> {
  const inStock = row.text('in_stock')?.toLowerCase()
  const backorders = row.text('backorders')?.toLowerCase()
  if (backorders === '1' || backorders === 'yes' || backorders === 'notify' || inStock === 'backorder')
    return { stock, tracks_stock: false }
  if (stock !== undefined) return { stock, tracks_stock: true }
  if (inStock === '0') return { stock: 0, tracks_stock: true }
  return row.text('stock') === '' ? { tracks_stock: false } : {}
}

function readAnyWeight(row: WooReader, context: DraftContext) {
  const units = {
    weight_g: gramsIn.g,
    weight_kg: gramsIn.kg,
    weight_lb: gramsIn.lb,
    weight_oz: gramsIn.oz,
  } as const
  for (const field of keysOf(units)) if (row.has(field)) return readWeight(row, field, units[field], context)
  return undefined
}

/** The parent's "Attribute n default" marks the default variation. */
function markPreset(variations: VariationDraft[], attributes: readonly Attribute[]) {
  const presets = attributes.filter(({ preset }) => preset !== '')
  if (presets.length === 0) return
  const preset = variations.find(({ options }) =>
    presets.every(({ name, preset }) =>
      options?.some((option) => option.name === name && option.value === preset),
    ),
  )
  if (preset) preset.is_default = true
}

const readImages = (row: WooReader) =>
  splitList(row.text('images') ?? '').map((src, at) => ({ line: row.line, src, position: at + 1 }))

/** The export writes a line break as the two characters \n. */
const withLineBreaks = (text: string) => text.replaceAll('\\n', '\n')
