import type { FieldValues } from '#contract/custom-fields.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { sanitiseHtml } from '#server/platform/text/sanitise-html.ts'
import { withCells } from '#server/shop/custom-fields/field-cells.ts'
import { findNamed, type References } from '../products/editing/references.ts'
import { findCategory } from './categories.ts'
import type { Decision } from './decide-product.ts'
import type { ProductFields } from './product-draft.ts'
import type { ExistingProduct } from './read-existing.ts'

/** undefined for fields the file does not contain. */
type Row = Partial<
  Omit<
    ExistingProduct,
    | 'id'
    | 'slug'
    | 'archived_at'
    | 'declarations'
    | 'tag_ids'
    | 'collection_ids'
    | 'property_ids'
    | 'variations'
    | 'images'
  >
>

type RowChange = { affects: 'product' | 'listings'; tags: string[] }

/** Columns that listings, searches and facets read. */
const inListings: readonly (keyof Row)[] = [
  'name',
  'brand_id',
  'category_id',
  'is_published',
  'short_description',
  'description_html',
  // Some are filters.
  'custom',
]

/**
 * Inserts new products and updates columns that differ. Returns the new ids by slug, and the cache tags of
 * other pages to invalidate.
 */
export async function writeProductRows(tx: Tx, decisions: readonly Decision[], references: References) {
  const created = new Map<string, number>()
  const changed = new Map<Decision, RowChange>()
  const fresh = decisions.filter(({ product }) => !product)
  if (fresh.length > 0) {
    const rows = await tx
      .insertInto('products')
      .values(fresh.map(({ draft, slug }) => newRow(slug, draft.fields, references)))
      .returning(['id', 'slug'])
      .execute()
    for (const { id, slug } of rows) created.set(slug, id)
    for (const decision of fresh)
      changed.set(decision, {
        affects: 'listings',
        tags: categoryTags(toRow(decision.draft.fields, references).category_id),
      })
  }
  for (const decision of decisions) {
    const { draft, product } = decision
    const difference = product && differing(product, toRow(draft.fields, references, product.custom))
    if (!product || !difference || Object.keys(difference).length === 0) continue
    const { specifications, custom, ...columns } = difference
    await tx
      .updateTable('products')
      .set({
        ...columns,
        ...(specifications && { specifications: json(specifications) }),
        ...(custom && { custom: json(custom) }),
      })
      .where('id', '=', product.id)
      .execute()
    const isMoved = difference.category_id !== undefined
    changed.set(decision, {
      affects: inListings.some((column) => Object.hasOwn(difference, column)) ? 'listings' : 'product',
      tags: isMoved ? categoryTags(product.category_id, difference.category_id) : [],
    })
  }
  return { created, changed }
}

const categoryTags = (...ids: (number | null | undefined)[]) =>
  ids.filter((id) => id != null).map((id) => `category:${id}`)

function toRow(fields: ProductFields, references: References, before: FieldValues = {}): Row {
  const {
    brand,
    category,
    tags: _tags,
    collections: _collections,
    properties: _properties,
    declarations: _declarations,
    is_archived: _isArchived,
    ...columns
  } = fields
  return {
    ...columns,
    custom: fields.custom && withCells(before, fields.custom),
    brand_id: brand == null ? brand : findNamed(references.names.brands, brand),
    category_id: category == null ? category : (findCategory(references, category)?.id ?? null),
  }
}

/** All rows of one insert need the same columns; missing ones get the table's defaults. */
function newRow(slug: string, fields: ProductFields, references: References) {
  const row = toRow(fields, references)
  const min = row.min_quantity ?? 1
  return {
    slug,
    position: references.nextPosition++,
    name: fields.name ?? slug,
    brand_id: row.brand_id ?? null,
    category_id: row.category_id ?? null,
    short_description: row.short_description ?? '',
    description_html: row.description_html ?? '',
    specifications: json(row.specifications ?? []),
    is_published: row.is_published ?? true,
    publish_at: row.publish_at ?? null,
    unpublish_at: row.unpublish_at ?? null,
    meta_title: row.meta_title ?? null,
    meta_description: row.meta_description ?? null,
    min_quantity: min,
    max_quantity: row.max_quantity ?? Math.max(10, min),
    quantity_step: row.quantity_step ?? 1,
    display_unit: row.display_unit ?? 'pc',
    return_days: row.return_days ?? 7,
    kind: row.kind ?? 'goods',
    tax_class: row.tax_class ?? 'standard',
    hsn_code: row.hsn_code ?? null,
    custom: json(row.custom ?? {}),
  }
}

function differing(product: ExistingProduct, row: Row): Row {
  const difference: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(row)) {
    if (value === undefined) continue
    const current = ownValue<unknown>(product, column)
    if (JSON.stringify(current) !== JSON.stringify(value)) difference[column] = value
  }
  if (row.is_published && product.publish_at) difference.publish_at = null
  // The stored value may predate the current sanitiser rules.
  if (row.description_html === sanitiseHtml(product.description_html)) delete difference.description_html
  return difference
}
