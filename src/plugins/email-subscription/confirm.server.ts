import { sql } from 'kysely'
import { isSignedFor, type SigningSecrets } from '#server/platform/config/sign-for.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'

const VALID_SECONDS = 7 * 86_400

/**
 * Confirms a subscription. The link proves control of the address, so an earlier unsubscribe of it is removed, and the customer
 * with that address is opted in. The time of the consent is that of the first confirmation since the last unsubscribe.
 *
 * @throws 422 for a wrong or expired link.
 */
export async function confirmSubscription(
  db: Db,
  secrets: SigningSecrets,
  { email: typed, token }: { email: string; token: string },
): Promise<{ email: string }> {
  const email = typed.trim().toLowerCase()
  const [time = '', signature = ''] = token.split('.')
  const isGenuine = isSignedFor(secrets, 'newsletter confirmation', { text: `${email} ${time}`, signature })
  if (!isGenuine || Date.now() / 1_000 - Number(time) > VALID_SECONDS) throw expired()
  await db.transaction().execute(async (tx) => {
    const refusals = await tx.deleteFrom('mail_refusals').where('email', '=', email).executeTakeFirst()
    const hadLeft = refusals.numDeletedRows > 0n
    const { rows } = await sql`update email_subscriptions
      set confirmed_at = case when ${hadLeft} then now() else coalesce(confirmed_at, now()) end
      where email = ${email} returning email`.execute(tx)
    if (rows.length === 0) throw expired()
    await sql`update customers set is_marketing_opted_in = true, marketing_chosen_at = now()
      where lower(email) = ${email} and is_marketing_opted_in is not true`.execute(tx)
  })
  return { email }
}

const expired = () => invalid({}, 'This link has expired. Please subscribe again.')
