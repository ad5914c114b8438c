import type { PriceFormat } from './parse-price.ts'
import type { Problem, ProductDraft } from './product-draft.ts'
import type { CsvRecord, RowPlace } from './read-csv.ts'

/** One kind of product file: how its rows make products. Tables of all columns are in docs/import.md. */
export type Dialect = {
  name: 'Shopify' | 'WooCommerce' | 'Vitrine'
  /** Headers that nothing is read from, told once in the report. */
  ignored: string[]
  grouping(): Grouping
  draft(group: RowGroup, records: readonly CsvRecord[], context: DraftContext): ProductDraft
}

export type DraftContext = { price: PriceFormat; now: Date }

/** The rows of one product, wherever they stand in the file. */
export type RowGroup = {
  slug: string
  isSlugGiven: boolean
  missingParent?: string
  places: RowPlace[]
}

/** First pass: takes every row once and knows at the end which rows make a product together. */
export type Grouping = {
  add(record: CsvRecord, place: RowPlace, problems: Problem[]): void
  groups(): RowGroup[]
}
