import { sql } from 'kysely'
import type { CallContext } from '../http/context.ts'
import { addressKey, takeToken } from '../http/rate-limit.ts'
import { hashOfToken, newToken } from '../http/session-token.ts'
import { rememberedMailLook } from '../notify/mail-look.ts'
import { rememberedSettings } from '../settings/read-settings.ts'
import { resetMail } from './auth-mails.ts'
import { requireLegacyMode } from './auth-mode.ts'
import { noSooner } from './no-sooner.ts'
import { noteAccess } from './note-access.ts'

/** Far more than the work takes, and less than a shopper notices. `npm run bench -- login` measures what shows of it. */
const ANSWER_AFTER_MS = 100

/**
 * Mails a link to set a new password, if the address has an account. Whoever asks learns nothing, by the clock neither: too
 * many tries pass in silence too. An address that an account by phone merely wrote down, unverified, opens nothing. Spec §4
 * (forgot password), security §6.
 *
 * @throws 409 AUTH_MODE_OFF
 */
export const requestReset = (call: CallContext, email: string): Promise<void> =>
  noSooner(ANSWER_AFTER_MS, () => mailLink(call, email))

async function mailLink(call: CallContext, email: string): Promise<void> {
  const { db, config, visitor } = call
  requireLegacyMode(await rememberedSettings(call))
  const hour = 3_600
  const isOver =
    (await takeToken(db, `reset account ${email}`, { most: 3, seconds: hour })) ??
    (await takeToken(db, `reset ip ${addressKey(visitor.ip)}`, { most: 10, seconds: hour }))
  if (isOver !== undefined) return

  const token = newToken()
  const link = `${config.storeUrl}/account/reset-password/${encodeURIComponent(email)}/${token}`
  const mail = resetMail(await rememberedMailLook(call), link)
  await db.transaction().execute(async (tx) => {
    const customer = await tx
      .selectFrom('customers')
      .select(['id', 'email_verified_at', 'password_hash', 'password_version'])
      .where('email', '=', email)
      .executeTakeFirst()
    await noteAccess(tx, visitor, { event: 'reset_requested', customerId: customer?.id ?? null })
    if (!customer?.email_verified_at && !customer?.password_hash) return
    const reset = {
      token_hash: hashOfToken(token),
      password_version: customer.password_version,
      created_at: new Date(),
      expires_at: sql<Date>`now() + interval '60 minutes'`,
    }
    await tx
      .insertInto('password_resets')
      .values({ customer_id: customer.id, ...reset })
      .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(reset))
      .execute()
    await tx
      .insertInto('outbox')
      .values({ channel: 'mail', kind: 'reset_link', recipient: email, ...mail })
      .execute()
  })
}
