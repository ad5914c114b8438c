import { normaliseHeader } from './columns.ts'
import type { Dialect } from './dialect.ts'
import { ownColumns, shopifyColumns } from './flat-columns.ts'
import { flatDialect } from './flat-dialect.ts'
import { wooDialect } from './woo-dialect.ts'

/** The file cannot be imported at all; the message is for the operator. */
export class ImportFileError extends Error {}

/**
 * Recognises a product file's format by its headers.
 *
 * @throws ImportFileError when it is none of the three formats, or that of another program.
 */
export function recogniseDialect(headers: readonly string[]): Dialect {
  const names = new Set(headers.map(normaliseHeader))
  const has = (...wanted: string[]) => wanted.some((name) => names.has(name))
  // It has a slug too, but rows of variations follow their product without one, and its lists are written in another way.
  if (has('optiongroups', 'optionvalues') && has('variantassets', 'variantfacets', 'facets', 'taxcategory'))
    throw new ImportFileError(
      'This is a product file of Vendure, which cannot be imported as it is: every row needs its slug, and options their columns. ' +
        'Convert it to the columns of Vitrine, Shopify or WooCommerce, which docs/import.md lists.',
    )
  if (has('handle', 'url handle')) return flatDialect('Shopify', shopifyColumns, headers)
  if (has('type') && has('sku', 'parent') && has('name', 'regular price', 'attribute 1 name'))
    return wooDialect(headers)
  if (has('slug')) return flatDialect('Vitrine', ownColumns, headers)
  if (has('title') && has('variant price', 'variant sku', 'price', 'option1 name', 'body (html)'))
    return flatDialect('Shopify', shopifyColumns, headers)
  throw new ImportFileError(
    'The first line has no product columns: it needs “Handle” or “URL handle” (Shopify), “Type” with “SKU” and “Name” (WooCommerce), or “slug” (Vitrine). ' +
      `It has: ${headers.slice(0, 8).join(', ') || 'nothing'}`,
  )
}
