import { PageContent } from '#contract/admin/content/page-content.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { EMBEDS_TAG, pageHasEmbeds } from '#server/shop/consent/find-embeds.ts'
import { pageTypeOf } from '../page-type.ts'
import { readEditablePage } from '../read-editable-page.ts'
import { pageInUse, pageRequired } from '../refusals.ts'
import { type PageEdit, raiseRevision } from './edit-page.ts'
import { writeDraft } from './save-draft.ts'

/** First parts of addresses that belong to screens, files or the API. */
const reserved = new Set(
  'admin api login register forgot-password forms media fonts assets icons dev test-gateway health metrics product product-category product-collection checkout _img _payload.json'.split(
    ' ',
  ),
)

/**
 * Adds a page, empty or with the sections of another one. Visitors see it once its draft is published. Returns its id.
 *
 * @throws 404 for an unknown `copyOf`; 422 for an address that is taken or belongs to a screen.
 */
export const addPage = (
  db: Db | Tx,
  { name, slug, copyOf, author }: { name: string; slug: string; copyOf?: number | undefined; author: string },
): Promise<number> =>
  inTransaction(db, async (tx) => {
    if (reserved.has(slug) || pageTypeOf(`/${slug}`) !== 'Page')
      throw invalid({ slug: ['The shop uses this address itself. Choose another one.'] })
    const copied = copyOf === undefined ? undefined : (await readEditablePage(tx, copyOf)).content
    const page = await tx
      .insertInto('pages')
      .values({ slug, name, is_active: false })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning(['id', 'revision'])
      .executeTakeFirst()
    if (!page) throw invalid({ slug: ['Another page has this address'] })
    const sections = (copied?.sections ?? []).map(({ id: _id, key: _key, ...section }, at) => ({
      ...section,
      key: `copy_${at + 1}`,
    }))
    const { meta_title, meta_description, social_image_path } = copied ?? {}
    const content = PageContent.parse({ name, meta_title, meta_description, social_image_path, sections })
    await writeDraft(tx, { pageId: page.id, revision: page.revision, author }, content)
    await noteChange(tx, [`page:${slug}`, 'pages'])
    return page.id
  })

/**
 * Deletes a page with its sections, draft and history.
 *
 * @throws 404; 409 STALE_RECORD, PAGE_REQUIRED for the home page and the pages of screens, PAGE_IN_USE with the menu items that
 * link to it.
 */
export const deletePage = (db: Db | Tx, edit: PageEdit): Promise<{ slug: string; name: string }> =>
  inTransaction(db, async (tx) => {
    await raiseRevision(tx, edit)
    const { slug, page_type } = await tx
      .selectFrom('pages')
      .select(['slug', 'page_type'])
      .where('id', '=', edit.pageId)
      .executeTakeFirstOrThrow()
    if (page_type !== 'Page') throw pageRequired()
    const links = await tx
      .selectFrom('menu_items')
      .innerJoin('menus', 'menus.id', 'menu_items.menu_id')
      .select(['menus.name as menu', 'menu_items.label'])
      .where('menu_items.url', '=', `/${slug}`)
      .execute()
    if (links.length > 0) throw pageInUse(links)
    const hadEmbeds = await pageHasEmbeds(tx, edit.pageId)
    const page = await tx
      .deleteFrom('pages')
      .where('id', '=', edit.pageId)
      .returning(['slug', 'name'])
      .executeTakeFirstOrThrow()
    await noteChange(tx, [`page:${slug}`, 'pages', ...(hadEmbeds ? [EMBEDS_TAG] : [])])
    return page
  })
