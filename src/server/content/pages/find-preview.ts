import { pageSlug } from '#contract/rules/page-slug.ts'
import { editorOriginOf } from '#server/platform/config/config.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { pageTypeOf } from './page-type.ts'
import { readPreviewToken, WHOLE_SHOP } from './preview-token.ts'

/**
 * The preview of a page's draft, or of a product that is not published: the record, and the only origin that may frame it and send it
 * messages; `self` is its own.
 */
export type Preview = { page_id: number; product_id?: number; host: string }

/** The preview that a token opens at a path; undefined without a valid token, or when it belongs to another page or product. */
export async function findPreview(
  { db, config }: Pick<Services, 'db' | 'config'>,
  token: string,
  path: string,
): Promise<Preview | undefined> {
  const read = readPreviewToken(config, token)
  const type = pageTypeOf(path)
  if (read?.kind === 'product') {
    const product = await db
      .selectFrom('products')
      .select('id')
      .where('id', '=', read.id)
      .where('slug', '=', type === 'Product' ? pageSlug(path) : '')
      .executeTakeFirst()
    return product && { page_id: WHOLE_SHOP, product_id: product.id, host: 'self' }
  }
  if (read?.id === WHOLE_SHOP)
    return read.kind === 'back office' ? { page_id: WHOLE_SHOP, host: 'self' } : undefined
  if (!read || (type !== 'Home' && type !== 'Page')) return undefined
  const slug = pageSlug(path)
  const page = await db
    .selectFrom('pages')
    .select('id')
    .where('id', '=', read.id)
    .where('slug', '=', slug)
    .where('page_type', '=', type)
    .executeTakeFirst()
  return page && { page_id: page.id, host: read.kind === 'back office' ? 'self' : editorOriginOf(config) }
}
