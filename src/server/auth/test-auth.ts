import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Reply } from '#contract/envelope.ts'
import type { Settings } from '#contract/storefront.ts'
import { type Guest, openShop } from '../../../tests/shop.ts'
import type { Db, Services } from '../http/context.ts'
import { writeSettings } from '../settings/write-settings.ts'
import { readDefaultChannel } from '../storefront/read-channel.ts'

/** The data of a reply that must be a success. */
export function ok<Data>(reply: Reply<Data, unknown>): Data {
  if (reply.status === 'error')
    expect.fail(`${reply.code}: ${reply.message} ${JSON.stringify(reply.errors ?? '')}`)
  return reply.data
}

let made = 0

/** Somebody who can open an account: everything but the name is theirs alone. */
export function somebody() {
  made += 1
  return {
    first_name: 'Asha',
    last_name: 'Rao',
    phone: `98${String(10_000_000 + made)}`,
    email: `asha${made}@example.com`,
    password: 'kupfer-Kanne-71',
  }
}

/** A customer by e-mail and password, logged in. */
export async function register(guest: Guest, more: Partial<ReturnType<typeof somebody>> = {}) {
  const person = { ...somebody(), ...more }
  const { user } = ok(await guest.api.auth.register(person))
  const { email, password } = person
  return { ...person, id: user.id, login: { email, password } }
}

/** A customer by phone, logged in. */
export async function enterByOtp(db: Db, guest: Guest, phone = somebody().phone) {
  ok(await guest.api.auth.otpRequest({ input: phone }))
  const { user } = ok(await guest.api.auth.otpVerify({ input: phone, otp: await codeFor(db, phone) }))
  return { id: user.id, phone }
}

/** The newest code that the outbox has for a phone. */
export async function codeFor(db: Db, phone: string): Promise<string> {
  const { text } = await db
    .selectFrom('outbox')
    .select('text')
    .where('kind', '=', 'otp')
    .where('recipient', '=', `+91${phone}`)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /^\d{4}/.exec(text)?.[0] ?? expect.fail(`There is no code in: ${text}`)
}

/** Another four digits. */
export const wrong = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')

/** The newest mail to somebody. */
export const mailTo = (db: Db, recipient: string) =>
  db
    .selectFrom('outbox')
    .select(['kind', 'text', 'html'])
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirst()

export const minutes = 60
export const hours = 60 * minutes
export const days = 24 * hours

/** Makes everything that is kept here so much older. */
export async function letPass(db: Db, seconds: number) {
  const ago = sql`make_interval(secs => ${seconds})`
  await sql`update rate_limits set expires_at = expires_at - ${ago},
    hits = array(select hit - ${ago} from unnest(hits) hit)`.execute(db)
  await sql`update otp_challenges set expires_at = expires_at - ${ago}`.execute(db)
  await sql`update password_resets set expires_at = expires_at - ${ago}`.execute(db)
  await sql`update sessions set last_seen_at = last_seen_at - ${ago}, expires_at = expires_at - ${ago}`.execute(
    db,
  )
  await sql`update access_logs set at = at - ${ago}`.execute(db)
  await sql`update outbox set created_at = created_at - ${ago}`.execute(db)
}

/** Sets settings, and waits until this process knows. */
export async function setSettings(
  { db, changes }: Pick<Services, 'db' | 'changes'>,
  settings: Partial<Settings>,
) {
  await writeSettings(db, settings)
  await changes.catchUp()
}

/** The demo shop with both ways in: by password, and by code. */
export async function openCodeShop() {
  const shop = await openShop({ seed: true })
  await setSettings(shop.services, { enable_otp_auth: true })
  return shop
}

/** A new product with one variation, in the shelves of the default channel. */
export async function stocked(
  db: Db,
  { stock = 10, ...product }: { stock?: number; name?: string; max_quantity?: number } = {},
) {
  made += 1
  const { id } = await db
    .insertInto('products')
    .values({ name: `Bowl ${made}`, slug: `bowl-of-auth-${made}`, ...product })
    .returning('id')
    .executeTakeFirstOrThrow()
  const variation = await db
    .insertInto('variations')
    .values({ product_id: id, sku: `AUTH-${made}`, is_default: true, stock })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: channel_id } = await readDefaultChannel(db)
  await db
    .insertInto('prices')
    .values({ variation_id: variation.id, channel_id, selling_price: 50_000, mrp: 50_000 })
    .execute()
  return { product_id: variation.id }
}
