import { requirePhoneOfAnyCountry } from '#server/people/auth/phone-rule.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { requireVersion } from '../record-version.ts'
import { contactOfAccount, contactTaken } from '../refusals.ts'
import { readCustomer } from './read-customer.ts'

export type Entered = { first_name: string; last_name: string; email: string | null; phone: string }
type Options = { db: Db; channel: Channel; actor: Actor }

/**
 * Creates a customer without an account. Their later guest orders are theirs by the contact.
 * @returns the id
 * @throws 422 at email or phone: neither is there, or another customer has it
 */
export async function createCustomer({ db, channel, actor }: Options, entered: Entered): Promise<number> {
  return withFreeContact(db, async (tx) => {
    const contact = await readContact(tx, channel, entered)
    await requireFree(tx, contact, 0)
    const { first_name, last_name } = entered
    const { id } = await tx
      .insertInto('customers')
      .values({ is_guest: true, is_by_hand: true, first_name, last_name, ...contact })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeAudit(tx, actor, {
      action: 'customer.create',
      record: { type: 'customer', id: String(id) },
    })
    return id
  })
}

/**
 * Changes the name, and the contact of a customer without an account: that of an account is changed by its owner, who proves it.
 * @throws 404; 409 STALE_RECORD; 422 at email or phone
 */
export async function updateCustomer(
  { db, channel, actor }: Options,
  { id, version, ...entered }: Entered & { id: number; version: string },
): Promise<void> {
  await withFreeContact(db, async (tx) => {
    const before = await requireVersion(
      tx,
      { type: 'customer', label: 'Customer', id, version },
      readCustomer,
    )
    const { first_name, last_name } = entered
    if (!before.is_guest) {
      if ((entered.email ?? '') !== (before.email ?? '') || entered.phone !== (before.phone ?? ''))
        throw contactOfAccount()
      await tx.updateTable('customers').set({ first_name, last_name }).where('id', '=', id).execute()
    } else {
      const contact = await readContact(tx, channel, entered, await readPhone(tx, id))
      await requireFree(tx, contact, id)
      await tx
        .updateTable('customers')
        .set({ first_name, last_name, ...contact })
        .where('id', '=', id)
        .execute()
    }
    // The log does not repeat names and contact, because they are erased with the customer.
    const changed = (['first_name', 'last_name', 'email', 'phone'] as const).filter(
      (name) => (before[name] ?? '') !== (entered[name] ?? ''),
    )
    if (changed.length > 0)
      await writeAudit(tx, actor, {
        action: 'customer.edit',
        record: { type: 'customer', id: String(id) },
        after: { changed: changed.join(', ') },
      })
  })
}

type Contact = { guest_email: string | null; guest_phone: string | null; mobile_code: string }

type Phone = { phone: string | null; mobile_code: string }

const readPhone = (tx: Tx, id: number): Promise<Phone> =>
  tx
    .selectFrom('customers')
    .select(['guest_phone as phone', 'mobile_code'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** @param present a phone that is entered as it was stays one of its country, which its digits do not tell */
async function readContact(
  tx: Tx,
  channel: Channel,
  { email, phone }: Entered,
  present?: Phone,
): Promise<Contact> {
  const entered = phone === present?.phone ? present : undefined
  const read =
    phone === '' ? undefined : (entered ?? (await requirePhoneOfAnyCountry(tx, channel, phone, 'phone')))
  if (email === null && !read) throw invalid({ email: ['Please enter an e-mail address or a phone number'] })
  return { guest_email: email, guest_phone: read?.phone ?? null, mobile_code: read?.mobile_code ?? '' }
}

/** A guest is found by e-mail address, or by phone without one; both are free of the accounts’ as well. */
async function requireFree(tx: Tx, { guest_email, guest_phone, mobile_code }: Contact, except: number) {
  const holder = await tx
    .selectFrom('customers')
    .select(['id', 'first_name', 'last_name', 'email', 'guest_email'])
    .where('id', '<>', except)
    .where((eb) =>
      guest_email === null
        ? eb.and([
            eb('mobile_code', '=', mobile_code),
            eb.or([
              eb('phone', '=', guest_phone),
              eb.and([eb('guest_phone', '=', guest_phone), eb('guest_email', 'is', null)]),
            ]),
          ])
        : eb.or([eb('email', '=', guest_email), eb('guest_email', '=', guest_email)]),
    )
    .executeTakeFirst()
  if (holder) throw contactTaken(guest_email === null ? 'phone' : 'email', holder)
}

/** Runs it again when another transaction takes the contact at the same moment, which is then refused by its field. */
async function withFreeContact<Result>(db: Db, run: (tx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return await inTransaction(db, run)
  } catch (thrown) {
    if (
      !(
        thrown instanceof Error &&
        'constraint' in thrown &&
        String(thrown.constraint).startsWith('customers_guest_')
      )
    )
      throw thrown
    return inTransaction(db, run)
  }
}
