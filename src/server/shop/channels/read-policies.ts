import { sql } from 'kysely'
import type { Db } from '#server/platform/kernel/context.ts'

/** `unwritten`: what is missing in it, empty for a page that is written. `other`: a page of another kind that is not. */
export type Policy = {
  kind: 'terms' | 'privacy' | 'imprint' | 'accessibility' | 'other'
  name: string
  unwritten: string
}

/**
 * The terms, privacy policy, imprint and accessibility statement that shoppers of a channel read, of its own storefront, else that of the default channel, and all other
 * active pages that are unwritten: as the shop was made with them, or with a gap, a text such as `[[your name]]`. ADR 0033.
 */
export async function readPolicies(db: Db, channelId: number): Promise<Policy[]> {
  const { rows } = await sql<Omit<Policy, 'unwritten'> & { gaps: string[]; is_first: boolean }>`
    with storefront as (
      select s.appearance from storefronts s join channels c on c.id = s.channel_id
      where c.id = ${channelId} or c.is_default order by c.id = ${channelId} desc limit 1
    ),
    named as (
      select 'terms' as kind, appearance ->> 'termsandconditions_page' as slug from storefront
      union all select 'privacy', appearance ->> 'privacypolicy_page' from storefront
      union all values ('imprint', 'imprint'), ('accessibility', 'accessibility')
    )
    select coalesce(named.kind, 'other') as kind, p.name,
      p.revision = 1 and exists (
        select from seeded_records r where r.source = 'placeholder' and r.table_name = 'pages' and r.id = p.id
      ) as is_first,
      array(
        select distinct gap[1] from sections s, regexp_matches(s.settings::text, '\\[\\[([[:alpha:]][^\\]"]{0,79})\\]\\]', 'g') gap
        where s.page_id = p.id and s.is_visible order by 1
      ) as gaps
    from pages p left join named on named.slug = p.slug
    where p.is_active and (p.starts_at is null or p.starts_at <= now()) and (p.ends_at is null or p.ends_at > now())
    order by named.kind, p.name`.execute(db)
  const policies = rows.map(({ kind, name, gaps, is_first }) => ({
    kind,
    name,
    unwritten: gaps.length > 0 ? `to fill in: ${gaps.join(', ')}` : is_first ? 'not written yet' : '',
  }))
  return policies.filter(({ kind, unwritten }) => kind !== 'other' || unwritten !== '')
}

/** Whether the pages of these kinds are there and written. */
export const arePolicies = (policies: readonly Policy[], kinds: readonly Policy['kind'][]): boolean =>
  kinds.every((kind) => {
    const ofKind = policies.filter((policy) => policy.kind === kind)
    return (kind === 'other' || ofKind.length > 0) && ofKind.every(({ unwritten }) => unwritten === '')
  })
