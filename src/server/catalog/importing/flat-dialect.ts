import { SoldAheadRule } from '#contract/admin/catalog/product-actions.ts'
import { keyOf } from '#contract/rules/own-value.ts'
import { MAX_STOCK } from '#contract/rules/stock-names.ts'
import { contentExamples, readContent } from '#contract/rules/unit-price.ts'
import { makeSlug } from '#server/platform/text/make-slug.ts'
import { sanitiseHtml } from '#server/platform/text/sanitise-html.ts'
import type { Option } from '../products/editing/create-options.ts'
import {
  channelColumns,
  hasChannelCells,
  type NamedCodes,
  readChannelPrices,
  readLevels,
} from './channel-columns.ts'
import { type Columns, type ColumnTable, findColumns, rowReader, tooManyCells } from './columns.ts'
import { readDeclarations } from './declaration-columns.ts'
import type { Dialect, DraftContext, Grouping, RowGroup } from './dialect.ts'
import { type FieldColumn, fieldColumns, readFieldColumns } from './field-columns.ts'
import type { FlatField, FlatReader } from './flat-columns.ts'
import { splitList, splitPath } from './parse-cell.ts'
import type { ImageDraft, Problem, ProductDraft, ProductFields } from './product-draft.ts'
import type { CsvRecord } from './read-csv.ts'
import {
  readFlag,
  readHsnCode,
  readKind,
  readLongText,
  readMinimum,
  readName,
  readOptional,
  readSchedule,
  readSpecifications,
} from './read-product-cells.ts'
import { readStock, readVariationCells } from './read-variation-cells.ts'
import { refuseUnevenOptions } from './refuse-uneven-options.ts'

/** Formats with one row per variation, grouped by handle; product fields are in the first row. */
export function flatDialect(
  name: 'Shopify' | 'Vitrine',
  table: ColumnTable,
  headers: readonly string[],
): Dialect {
  const channels = channelColumns(headers)
  const fields = fieldColumns(headers)
  const found = findColumns({ ...table, ...channels.table, ...fields.table }, headers)
  const columns: Columns<FlatField> = found.columns
  return {
    name,
    ignored: found.ignored,
    grouping: () => groupByHandle(columns, headers.length),
    draft: (group, records, context) =>
      draftProduct({ columns, named: channels, custom: fields.columns }, group, records, context),
  }
}

function groupByHandle(columns: Columns<FlatField>, width: number): Grouping {
  const groups = new Map<string, RowGroup>()
  return {
    add(record, location, problems) {
      const row = rowReader(columns, record, problems)
      if (record.cells.length > width) return row.refuse(undefined, tooManyCells(record, width))
      const slug = makeSlug(row.text('slug') || row.text('name') || '')
      if (slug === '') return row.refuse('slug', 'The row has no product handle or name')
      const group = groups.get(slug)
      if (group) group.locations.push(location)
      else groups.set(slug, { slug, isSlugGiven: true, locations: [location] })
    },
    groups: () => [...groups.values()],
  }
}

/** The columns of a file, and the codes and the custom fields that some of them name. */
type FileColumns = { columns: Columns<FlatField>; named: NamedCodes; custom: readonly FieldColumn[] }

function draftProduct(
  { columns, named, custom }: FileColumns,
  { slug, isSlugGiven }: RowGroup,
  records: readonly CsvRecord[],
  context: DraftContext,
): ProductDraft {
  const problems: Problem[] = []
  const rows = records.map((record) => rowReader(columns, record, problems))
  const first = rows.find((row) => row.text('name')) ?? rows[0]!
  const cells = readFieldColumns(first, custom, { owner: 'product', fields: context.fields })
  const declarations = readDeclarations(first, context.operators)
  const fields = {
    ...readFields(first),
    ...(cells && { custom: cells }),
    ...(declarations && { declarations }),
  }
  const draft: ProductDraft = {
    lines: records.map(({ line }) => line),
    slug,
    isSlugGiven,
    faultLine: first.isRefused() ? first.line : undefined,
    fields,
    variations: [],
    images: [],
    problems,
  }
  // An error in the product's fields refuses all its rows.
  if (draft.faultLine !== undefined) return draft

  const names = optionNames(rows)
  for (const row of rows) {
    const variation = readVariation(row, { names, named, custom }, context)
    if (row.isRefused()) continue
    if (variation) draft.variations.push(variation)
    draft.images.push(...readImages(row))
  }
  refuseUnevenOptions(draft)
  return draft
}

function readFields(row: FlatReader): ProductFields {
  const type = row.text('type')
  const category = row.text('category') || type
  const { path, tag } = withType(category ? splitPath(category) : null, type)
  const tags = row.text('tags')
  const html = row.text('description_html')
  return {
    name: readName(row, 'name'),
    description_html: html === undefined ? undefined : sanitiseHtml(html),
    short_description: readLongText(row, 'short_description'),
    brand: readOptional(row, 'brand'),
    category: category === undefined && !row.has('category') ? undefined : path,
    tags: tags === undefined ? undefined : [...new Set([...splitList(tags), ...(tag ? [tag] : [])])],
    collections: row.text('collections') === undefined ? undefined : splitList(row.text('collections')!, '|'),
    ...readSchedule(row),
    meta_title: readOptional(row, 'meta_title'),
    meta_description: readOptional(row, 'meta_description'),
    specifications: readSpecifications(row, 'specifications'),
    min_quantity: readMinimum(row, 'min_quantity', 1),
    max_quantity: readMinimum(row, 'max_quantity', 1),
    quantity_step: readMinimum(row, 'quantity_step', 1),
    return_days: readMinimum(row, 'return_days', 0),
    kind: readKind(row),
    display_unit: row.text('display_unit') || undefined,
    tax_class: row.text('tax_class') || undefined,
    hsn_code: readHsnCode(row, 'hsn_code'),
  }
}

/** Levels of Shopify's own taxonomy that say little about a product: "Home & Garden > Kitchen". */
const COARSE_LEVELS = 2

/**
 * Shopify's "Type" is the shop's own word, beside a category of a taxonomy for all shops. Below a coarse category it is a
 * category, otherwise a tag.
 */
function withType(path: string[] | null, type: string | undefined): { path: string[] | null; tag?: string } {
  if (!path || !type || type.includes('>')) return { path }
  const isSame = (name: string) => name.toLowerCase() === type.toLowerCase()
  if (path.some(isSame)) return { path }
  return path.length <= COARSE_LEVELS ? { path: [...path, type] } : { path, tag: type }
}

const optionColumns = [
  ['option1_name', 'option1_value'],
  ['option2_name', 'option2_value'],
  ['option3_name', 'option3_value'],
] as const

/** Shopify writes an option's name only in the product's first row. */
const optionNames = (rows: readonly FlatReader[]) =>
  optionColumns.map(([name]) => rows.map((row) => row.text(name)).find((text) => text))

type OfFile = Pick<FileColumns, 'named' | 'custom'> & { names: readonly (string | undefined)[] }

function readVariation(row: FlatReader, { names, named, custom }: OfFile, context: DraftContext) {
  const options = readOptions(row, names)
  const says: FlatField[] = [
    'sku',
    'price',
    'mrp',
    'cost',
    'stock',
    'safety_stock',
    'sold_ahead',
    'weight_g',
    'barcode',
    'content',
    'variation_image',
    'tracks_stock',
  ]
  const isVariation =
    optionColumns.some(([, value]) => row.text(value)) ||
    says.some((field) => row.text(field)) ||
    hasChannelCells(row, named) ||
    custom.some((column) => column.startsWith('variation_') && row.text(column))
  if (!isVariation) return undefined
  return {
    ...readVariationCells(row, context),
    options,
    safety_stock: readSafetyStock(row, context),
    sold_ahead: readSoldAhead(row),
    content: readContentCell(row),
    channel_prices: readChannelPrices(row, named.codes, context),
    levels: readLevels(row, named, context),
    tracks_stock: readTracking(row),
    is_published: readFlag(row, 'variation_published'),
    custom: readFieldColumns(row, custom, { owner: 'variation', fields: context.fields }),
  }
}

function readOptions(row: FlatReader, names: readonly (string | undefined)[]): Option[] | undefined {
  if (optionColumns.every(([, value]) => !row.has(value))) return undefined
  const options: Option[] = []
  for (const [at, [, column]] of optionColumns.entries()) {
    const value = row.text(column)
    const name = names[at]
    // Shopify's form of a product without options.
    if (!value || value === 'Default Title' || (name === 'Title' && at === 0 && value === 'Default')) continue
    if (!name) row.refuse(column, `The option “${value}” has no name`)
    else if (options.some((option) => option.name.toLowerCase() === name.toLowerCase()))
      row.refuse(column, `There are two options named “${name}”`)
    else options.push({ name, value })
  }
  return options
}

function readSafetyStock(row: FlatReader, context: DraftContext) {
  const safety = readStock(row, 'safety_stock', context)
  if (safety === undefined || safety <= MAX_STOCK) return safety
  row.refuse('safety_stock', `The safety stock is more than ${MAX_STOCK}`)
  return undefined
}

/**
 * The rule of selling before it is in stock, as the form of the back office checks it; null for `no`, undefined for an empty cell, which
 * keeps the existing one.
 */
function readSoldAhead(row: FlatReader): SoldAheadRule | null | undefined {
  const kind = row.text('sold_ahead')?.toLowerCase()
  if (!kind) return undefined
  if (kind === 'no') return null
  const limit = row.text('sold_ahead_limit')
  const rule = SoldAheadRule.safeParse({
    kind,
    limit: limit ? Number(limit) : null,
    text: row.text('sold_ahead_text') ?? '',
    days: Number(row.text('sold_ahead_days')),
    date: row.text('sold_ahead_date'),
  })
  if (rule.success) return rule.data
  for (const { path, message } of rule.error.issues) {
    const field = soldAheadFields[keyOf(soldAheadFields, String(path[0])) ?? 'kind']
    row.refuse(field, field === 'sold_ahead' ? 'Use “backorder”, “preorder” or “no”' : message)
  }
  return undefined
}

const soldAheadFields = {
  kind: 'sold_ahead',
  limit: 'sold_ahead_limit',
  text: 'sold_ahead_text',
  days: 'sold_ahead_days',
  date: 'sold_ahead_date',
} as const

function readContentCell(row: FlatReader) {
  const text = row.text('content')
  if (!text) return text === '' ? null : undefined
  const content = readContent(text)
  if (!content)
    row.refuse('content', `The content “${text}” is not an amount with a unit, such as ${contentExamples}`)
  return content?.text
}

/** Untracked stock: Shopify's empty tracker, or its policy to continue selling. */
function readTracking(row: FlatReader): boolean | undefined {
  const own = readFlag(row, 'tracks_stock')
  if (own !== undefined) return own
  const tracker = row.text('tracker')
  const policy = row.text('policy')?.toLowerCase()
  if (policy === 'continue' || policy === 'true') return false
  if (tracker !== undefined) return tracker !== ''
  return policy ? true : undefined
}

function readImages(row: FlatReader): ImageDraft[] {
  const { line } = row
  const alts = row.text('image_alts')?.split('|')
  const own = splitList(row.text('images') ?? '', '|').map((src, at) => ({
    line,
    src,
    alt: alts?.[at]?.trim() ?? (row.has('image_alts') ? '' : undefined),
    position: at + 1,
  }))
  const src = row.text('image')
  if (!src) return own
  const position = Number(row.text('image_position'))
  const validPosition =
    Number.isSafeInteger(position) && position > 0 && position < 100_000 ? position : undefined
  return [...own, { line, src, alt: row.text('image_alt'), position: validPosition }]
}
