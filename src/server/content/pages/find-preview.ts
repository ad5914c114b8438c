import { pageSlug } from '#contract/rules/page-slug.ts'
import { editorOriginOf } from '#server/platform/config/config.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { pageTypeOf } from './page-type.ts'
import { readPreviewToken, WHOLE_SHOP } from './preview-token.ts'

/** The preview of a page's draft: the page, and the only origin that may frame it and send it messages; `self` is its own. */
export type Preview = { page_id: number; host: string }

/** The preview that a token opens at a path; undefined without a valid token, or when it belongs to another page. */
export async function findPreview(
  { db, config }: Pick<Services, 'db' | 'config'>,
  token: string,
  path: string,
): Promise<Preview | undefined> {
  const read = readPreviewToken(config, token)
  if (read?.pageId === WHOLE_SHOP)
    return read.editor === 'back office' ? { page_id: WHOLE_SHOP, host: 'self' } : undefined
  const type = pageTypeOf(path)
  if (!read || (type !== 'Home' && type !== 'Page')) return undefined
  const slug = pageSlug(path)
  const page = await db
    .selectFrom('pages')
    .select('id')
    .where('id', '=', read.pageId)
    .where('slug', '=', slug)
    .where('page_type', '=', type)
    .executeTakeFirst()
  return page && { page_id: page.id, host: read.editor === 'back office' ? 'self' : editorOriginOf(config) }
}
