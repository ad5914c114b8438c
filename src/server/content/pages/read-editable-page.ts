import { PageContent } from '#contract/admin/content/page-content.ts'
import type { EditablePage } from '#contract/admin/content/pages.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { readPublishedContent } from './page-content.ts'
import { pageNotFound } from './refusals.ts'

/**
 * The page as an editor opens it: its draft, or the published content, with who changed it last.
 * @throws 404 for an unknown page.
 */
export const readEditablePage = (db: Db | Tx, pageId: number): Promise<EditablePage> =>
  db.isTransaction
    ? readIn(db, pageId)
    : db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((tx) => readIn(tx, pageId))

async function readIn(db: Db | Tx, pageId: number): Promise<EditablePage> {
  const page = await db
    .selectFrom('pages')
    .leftJoin('page_drafts as d', 'd.page_id', 'pages.id')
    .select(['pages.id', 'pages.slug', 'pages.page_type', 'pages.revision'])
    .select(['d.content', 'd.author', 'd.updated_at', 'd.publish_at', 'd.publish_problem'])
    .where('pages.id', '=', pageId)
    .executeTakeFirst()
  const published = await readPublishedContent(db, pageId)
  if (!page || !published) throw pageNotFound()
  const version = await db
    .selectFrom('page_versions')
    .select(['number', 'author', 'created_at'])
    .where('page_id', '=', pageId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { id, slug, page_type, revision, content, author, updated_at, publish_at, publish_problem } = page
  const draft =
    author === null || updated_at === null
      ? null
      : {
          author,
          saved_at: updated_at.toISOString(),
          publish_at: publish_at?.toISOString() ?? null,
          publish_problem,
        }
  const published_version = version
    ? { number: version.number, author: version.author, at: version.created_at.toISOString() }
    : null
  return {
    ...{ id, slug, page_type, revision, draft, published_version },
    last_change: draft ? { author: draft.author, at: draft.saved_at } : published_version,
    content: draft ? PageContent.parse(content) : published,
  }
}
