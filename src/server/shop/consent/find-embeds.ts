import { sql } from 'kysely'
import { remember } from '#server/platform/changes/remember.ts'
import type { Db, Services, Tx } from '#server/platform/kernel/context.ts'

/** Noted when the first section with content of another company is published, or the last one goes. */
export const EMBEDS_TAG = 'embeds'

/** Does a page or template show a provider's video or a map? Cached until `embeds` or a setting changes. */
export function hasEmbeds({
  db,
  changes,
  tag,
}: Pick<Services, 'db' | 'changes'> & { tag: (name: string) => void }): Promise<boolean> {
  tag(EMBEDS_TAG)
  return remember({ changes }, 'embeds', [EMBEDS_TAG, 'settings'], async () => {
    const { rows } = await sql<{ found: boolean }>`
      select exists (
        select from sections s left join pages p on p.id = s.page_id
        where s.is_visible and p.is_active is not false and ${embeds}
      ) as found`.execute(db)
    return rows[0]?.found === true
  })
}

export async function pageHasEmbeds(db: Db | Tx, pageId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from sections s where s.is_visible and s.page_id = ${pageId} and ${embeds}
    ) as found`.execute(db)
  return rows[0]?.found === true
}

/** SQL: section s loads content of another company. A map without an address of its own uses the setting's. */
const embeds = sql`(
  s.component = 'Video' and s.settings ->> 'url' like 'https://%'
  or s.component = 'Map' and (
    s.settings ->> 'embed_url' like 'https://%'
    or exists (select from settings where key = 'google_embed_url' and value #>> '{}' like 'https://%')
  )
)`
