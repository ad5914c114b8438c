import type { SoldAheadRule } from '#contract/admin/catalog/product-actions.ts'
import type { ProductKind } from '#contract/rules/product-kind.ts'
import type { Option } from '../products/editing/create-options.ts'
/** A problem of a row. Refused rows change nothing; a warning describes an adjusted value. */
export type Problem = { line: number; column?: string; kind: 'refused' | 'warning'; reason: string }

/**
 * `undefined`: the file has no such column, so the field stays unchanged. `null`, `''`, `[]`: an empty cell
 * clears the field.
 */
export type ProductFields = {
  name?: string
  description_html?: string
  short_description?: string
  brand?: string | null
  /** Names from the root down. */
  category?: string[] | null
  tags?: string[]
  /** The product is added to these and never removed from others. */
  collections?: string[]
  is_published?: boolean
  /** What a status says; without one an archived product stays so. */
  is_archived?: boolean
  /** null: no schedule. */
  publish_at?: Date | null
  unpublish_at?: Date | null
  meta_title?: string | null
  meta_description?: string | null
  specifications?: { label: string; value: string }[]
  /** Attributes that describe the product and are not options. */
  properties?: Option[]
  min_quantity?: number
  max_quantity?: number
  quantity_step?: number
  display_unit?: string
  return_days?: number
  kind?: ProductKind
  tax_class?: string
  hsn_code?: string | null
  /** What the file says of them; the others stay. */
  declarations?: Record<string, unknown>
  /** Custom fields by key; null clears one. */
  custom?: Record<string, unknown>
}

export type VariationDraft = {
  line: number
  sku?: string
  /** undefined: the file has no option columns. */
  options?: Option[]
  /** Minor units. */
  selling_price?: number
  /** Minor units; null: the same as the selling price. */
  mrp?: number | null
  /** Minor units; what one costs the shop. */
  cost?: number
  stock?: number
  safety_stock?: number
  /** Null: sold only while in stock. */
  sold_ahead?: SoldAheadRule | null
  tracks_stock?: boolean
  weight_g?: number | null
  barcode?: string | null
  /** As stored: '250 ml'. */
  content?: string | null
  is_published?: boolean
  is_default?: boolean
  image?: string
  /** Custom fields by key; null clears one. */
  custom?: Record<string, unknown>
  /** In channels besides the default one. */
  channel_prices?: ChannelPriceDraft[]
  /** By location; where there are some, `stock` does not count. */
  levels?: LevelDraft[]
}

/** Pieces in a location; null: the main one. */
export type LevelDraft = { location_id: number | null; quantity: number }

/** Minor units of the channel's currency, with the meaning of the variation's own prices. */
export type ChannelPriceDraft = {
  channel_id: number
  code: string
  selling_price: number | undefined
  mrp: number | null | undefined
}

/** `src`: a URL, a path under our /media, or a file in the folder of the CSV. */
export type ImageDraft = { line: number; src: string; alt?: string; position?: number }

/** One product as its rows describe it, parsed and validated, not yet compared with the shop. */
export type ProductDraft = {
  lines: number[]
  slug: string
  /** False when the slug was derived from the name: then the product is matched by SKU first. */
  isSlugGiven: boolean
  /** The line with an error in the product's own fields: none of its rows is imported. */
  faultLine: number | undefined
  /** Variation rows whose product is not in the file: it is matched by their SKUs. */
  missingParent?: string
  fields: ProductFields
  variations: VariationDraft[]
  images: ImageDraft[]
  problems: Problem[]
}

/** Lines of the draft that were refused. */
export const refusedLines = (problems: readonly Problem[]) =>
  new Set(problems.filter(({ kind }) => kind === 'refused').map(({ line }) => line))
