import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config/config.ts'
import type { CallContext, Tx } from '../http/context.ts'
import { rejected, signInFirst } from '../http/errors.ts'
import { requireToken } from '../http/rate-limit.ts'
import { type MailLook, rememberedMailLook } from '../notify/mail-look.ts'
import { confirmationMail } from './account-mails.ts'

const goodForSeconds = 86_400

/**
 * Mails the link that confirms the account's address, once more.
 * @throws 409 EMAIL_MISSING, EMAIL_CONFIRMED; 429.
 */
export async function requestEmailConfirmation(call: CallContext, customerId: number): Promise<void> {
  const { db } = call
  const look = await rememberedMailLook(call)
  const customer = await db
    .selectFrom('customers')
    .select(['email', 'email_verified_at'])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!customer) throw signInFirst()
  const { email } = customer
  if (email === null) throw rejected('EMAIL_MISSING', 'There is no email address in your account')
  if (customer.email_verified_at) throw rejected('EMAIL_CONFIRMED', 'This email address is confirmed already')
  await requireToken(db, `email confirmation ${customerId}`, { most: 5, seconds: 3_600 })
  await db.transaction().execute((tx) => mailConfirmation(tx, call.config, { id: customerId, email, look }))
}

/** Puts the mail with the link into the outbox, in the transaction of what made it due. */
export async function mailConfirmation(
  tx: Tx,
  config: Pick<Config, 'storeUrl' | 'tokenSecret'>,
  { id, email, look }: { id: number; email: string; look: MailLook },
): Promise<void> {
  const expires = Math.floor(Date.now() / 1_000) + goodForSeconds
  const token = `${expires}.${signatureOf(config.tokenSecret, { id, email, expires })}`
  const link = `${config.storeUrl}/account/confirm-email?token=${token}`
  await tx
    .insertInto('outbox')
    .values({
      channel: 'mail',
      kind: 'email_confirmation',
      recipient: email,
      ...confirmationMail(look, link),
    })
    .execute()
}

/**
 * Confirms the address that the link was mailed to, if the account still has it. Nothing of the link is stored: it is signed for
 * this customer and this address, and good for a day.
 *
 * @throws 409 EMAIL_TOKEN_INVALID; 429.
 */
export async function confirmEmail(
  { db, config }: CallContext,
  customerId: number,
  token: string,
): Promise<void> {
  await requireToken(db, `email token ${customerId}`, { most: 20, seconds: 3_600 })
  await db.transaction().execute(async (tx) => {
    const customer = await tx
      .selectFrom('customers')
      .select(['id', 'email', 'email_verified_at'])
      .where('id', '=', customerId)
      .forUpdate()
      .executeTakeFirst()
    if (!customer) throw signInFirst()
    const { id, email } = customer
    if (email === null || !isSigned(config.tokenSecret, { id, email }, token))
      throw rejected('EMAIL_TOKEN_INVALID', 'This link is invalid or has expired')
    await tx
      .updateTable('customers')
      .set({ email_verified_at: customer.email_verified_at ?? new Date() })
      .where('id', '=', id)
      .execute()
  })
}

type Claim = { id: number; email: string }

function isSigned(secret: string, claim: Claim, token: string): boolean {
  const [, until = '', given = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? []
  const expires = Number(until)
  if (given === '' || expires * 1_000 < Date.now()) return false
  return timingSafeEqual(Buffer.from(given), Buffer.from(signatureOf(secret, { ...claim, expires })))
}

const signatureOf = (secret: string, { id, email, expires }: Claim & { expires: number }) =>
  createHmac('sha256', secret).update(`confirm email:${id}:${expires}:${email}`).digest('base64url')
