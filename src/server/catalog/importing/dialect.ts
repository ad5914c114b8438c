import type { CustomField } from '#contract/custom-fields.ts'
import type { PriceFormat } from './parse-price.ts'
import type { Problem, ProductDraft } from './product-draft.ts'
import type { CsvRecord, RowLocation } from './read-csv.ts'

/** One product file format and how its rows form products. docs/import.md lists all columns. */
export type Dialect = {
  name: 'Shopify' | 'WooCommerce' | 'Vitrine'
  /** Headers that are ignored, reported once. */
  ignored: string[]
  grouping(): Grouping
  draft(group: RowGroup, records: readonly CsvRecord[], context: DraftContext): ProductDraft
}

export type DraftContext = {
  price: PriceFormat
  now: Date
  /** Code of the default channel. */
  defaultChannel: string
  /** The other channels by code, with the decimals of their currencies. */
  channels: ReadonlyMap<string, { id: number; decimals: number }>
  /** Custom fields of products and variations. */
  fields: readonly CustomField[]
  /** Manufacturers and importers by their names in lower case. */
  operators: ReadonlyMap<string, number>
  /** Stock locations by code; null: the main one. */
  locations: ReadonlyMap<string, number | null>
}

/** The rows of one product, anywhere in the file. */
export type RowGroup = {
  slug: string
  isSlugGiven: boolean
  missingParent?: string
  locations: RowLocation[]
}

/** First pass: receives every row once and groups rows by product. */
export type Grouping = {
  add(record: CsvRecord, location: RowLocation, problems: Problem[]): void
  groups(): RowGroup[]
}
