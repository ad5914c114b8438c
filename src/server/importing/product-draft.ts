/** What is said about a row. Refused rows change nothing; a warning tells what was changed on the way in. */
export type Problem = { line: number; column?: string; kind: 'refused' | 'warning'; reason: string }

/** `undefined`: the file has no such column, the field stays as it is. `null`, `''`, `[]`: the cell is empty, so is the field. */
export type ProductFields = {
  name?: string
  description_html?: string
  short_description?: string
  brand?: string | null
  /** Names from the root down. */
  category?: string[] | null
  tags?: string[]
  /** The product is added to these, never taken out of others. */
  collections?: string[]
  is_published?: boolean
  meta_title?: string | null
  meta_description?: string | null
  specifications?: { label: string; value: string }[]
  /** Attributes that describe the product and are not chosen by the shopper. */
  properties?: Option[]
  min_quantity?: number
  max_quantity?: number
  quantity_step?: number
  display_unit?: string
  return_days?: number
  tax_class?: string
}

export type Option = { name: string; value: string }

export type VariationDraft = {
  line: number
  sku?: string
  /** undefined: the file has no option columns. */
  options?: Option[]
  /** Minor units. */
  selling_price?: number
  /** Minor units; null: the same as the selling price. */
  mrp?: number | null
  stock?: number
  tracks_stock?: boolean
  weight_g?: number | null
  barcode?: string | null
  is_published?: boolean
  is_default?: boolean
  image?: string
}

/** `src`: a URL, a path under our /media, or a file beside the CSV. */
export type ImageDraft = { line: number; src: string; alt?: string; position?: number }

/** One product as its rows in the file say, read and checked, not yet compared with the shop. */
export type ProductDraft = {
  lines: number[]
  slug: string
  /** False when the slug was made from the name: then the product is sought by its SKUs first. */
  isSlugGiven: boolean
  /** The line on which what concerns the product itself is at fault: then none of its rows lands. */
  faultLine: number | undefined
  /** Rows of variations only, whose product is not in the file: it is sought by their SKUs. */
  missingParent?: string
  fields: ProductFields
  variations: VariationDraft[]
  images: ImageDraft[]
  problems: Problem[]
}

/** Lines of the draft that were refused. */
export const refusedLines = (problems: readonly Problem[]) =>
  new Set(problems.filter(({ kind }) => kind === 'refused').map(({ line }) => line))
