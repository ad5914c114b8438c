import { sql } from 'kysely'
import { acceptEntries, type FormInput } from '#server/content/forms/accept-entries.ts'
import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { notFound, rejected } from '#server/platform/kernel/errors.ts'
import { tooMany } from '#server/platform/limits/rate-limit.ts'
import { FORM_SLUG, stockForm } from './stock-form.ts'

/** Waiting requests of one address, because anyone can enter a stranger's address. */
const MAX_WAITING = 20

type Config = Parameters<typeof stockForm>[0]

/**
 * Stores a request for one email about a sold-out variation; asking again changes nothing. Security §10.
 *
 * @throws 404 for a product that is not sold here; 409 IN_STOCK; 422 at `email`; 429.
 */
export async function requestNotice(
  db: Db,
  config: Config,
  { product_id, email, ...traps }: { product_id: number; email: string } & Omit<FormInput, 'values'>,
  { secrets, ip, channelId }: { secrets: SigningSecrets; ip: string; channelId: number },
): Promise<{ product_id: number }> {
  const { fields } = stockForm(config)
  const accepted = await acceptEntries(
    db,
    { config: secrets, ip },
    { slug: FORM_SLUG, fields },
    { values: { email }, ...traps },
  )
  if (!accepted) return { product_id }
  await store(db, { channelId, variationId: product_id, email: String(accepted.email).toLowerCase() })
  return { product_id }
}

/** The variation is locked: a change of its stock comes before this request, or finds it waiting. */
async function readSoldOut(db: Tx, channelId: number, variationId: number): Promise<boolean | undefined> {
  const { rows } = await sql<{ is_sold_out: boolean }>`
    select v.tracks_stock and v.stock = 0 as is_sold_out
    from variations v
    join products p on p.id = v.product_id and p.is_published
    join prices on prices.variation_id = v.id and prices.channel_id = ${channelId}
    where v.id = ${variationId} and v.is_published for share of v`.execute(db)
  return rows[0]?.is_sold_out
}

/** The address is locked, so that simultaneous requests keep the limit. */
const store = (
  db: Db,
  { channelId, variationId, email }: { channelId: number; variationId: number; email: string },
) =>
  db.transaction().execute(async (tx) => {
    const isSoldOut = await readSoldOut(tx, channelId, variationId)
    if (isSoldOut === undefined) throw notFound('This product is not available')
    if (!isSoldOut) throw rejected('IN_STOCK', 'This product is in stock. You can order it now.')
    await sql`select pg_advisory_xact_lock(hashtext(${`stock notice ${email}`}))`.execute(tx)
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from stock_notices where email = ${email} and notified_at is null`.execute(
      tx,
    )
    if ((rows[0]?.waiting ?? 0) >= MAX_WAITING) throw tooMany(3_600)
    await sql`insert into stock_notices (variation_id, email) values (${variationId}, ${email})
      on conflict (variation_id, email) where notified_at is null do nothing`.execute(tx)
  })
