import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { money } from '#contract/money.ts'
import { issueValue, openAccount } from '#server/commerce/stored-value/ledger.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { encryptFor } from '#server/platform/config/encrypt-for.ts'
import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { countAbout, lastPageOf, mostPaged } from '#server/platform/kernel/count-about.ts'
import type { GiftCardRow, giftCardAdminEndpoints, Recipient } from './admin-contract.ts'
import { hashOfCode, labelOf, newCode } from './codes.server.ts'
import { giftCard } from './plugin.ts'
import { alreadyIssued, knownCode, notResendable, unknownCard } from './refusals.server.ts'

type NewCard = { amount: number; currency: string; validMonths: number; note: string; requestKey: string }
type Sending = { recipient: Recipient; timeZone: string }

type IssuedCard = [actor: Actor, card: NewCard, sending: (Sending & { config: SigningSecrets }) | null]

/**
 * Issues a card, in the transaction of what it is issued for. Its code is in the result only: the hash is stored.
 * @throws 409 ALREADY_ISSUED for a request that was carried out before
 */
export async function issueCard(tx: Tx, ...[actor, { validMonths, ...card }, sending]: IssuedCard) {
  const code = newCode()
  const expiresAt = validMonths === 0 ? null : ((await endOf.first(tx, validMonths))?.end ?? null)
  const written = await writeCard(tx, actor, { ...card, code, expiresAt, action: 'issue' })
  if (!written) throw alreadyIssued()
  if (sending) await storeDelivery(tx, { id: written.id, code, ...sending })
  return { ...written, code }
}

type Card = Omit<NewCard, 'validMonths'> & {
  code: string
  expiresAt: Date | null
  action: 'issue' | 'import'
}

/** @returns undefined, and the transaction must be rolled back, for a request that was carried out before and a code that is known */
async function writeCard(
  tx: Tx,
  actor: Actor,
  { code, amount, currency, expiresAt, note, requestKey, action }: Card,
): Promise<{ id: number; label: string } | undefined> {
  const label = labelOf(code)
  const id = await openAccount(tx, {
    kind: giftCard.module_name,
    label,
    currency,
    customerId: null,
    expiresAt,
  })
  const { rows } = await sql`
    insert into gift_cards (account_id, code_hash, request_key, note) values (${id}, ${hashOfCode(code)}, ${requestKey}, ${note})
    on conflict do nothing returning account_id`.execute(tx)
  if (rows.length === 0) return undefined
  await issueValue(tx, { accountId: id, amount, actor: actor.name, note })
  await writeAudit(tx, actor, {
    action: `gift_card.${action}`,
    record: { type: 'gift_card', id: String(id) },
    after: { label, amount, currency, note },
  })
  return { id, label }
}

type Imported = {
  cards: readonly { code: string; amount: number; valid_until: string | null }[]
  note: string
}

/**
 * Takes over cards of another system with their codes, all of them or none.
 * @throws 422 at the card whose code the shop has already, or that is twice among them
 */
export const importGiftCards = (
  db: Db,
  actor: Actor,
  { cards, note, currency, timeZone }: Imported & { currency: string; timeZone: string },
): Promise<number> =>
  inTransaction(db, async (tx) => {
    for (const [at, { code, amount, valid_until }] of cards.entries()) {
      const expiresAt = (await endOfDay.first(tx, valid_until, timeZone))?.at ?? null
      const card = { code, amount, currency, expiresAt, note, requestKey: randomUUID() }
      if (!(await writeCard(tx, actor, { ...card, action: 'import' }))) throw knownCode(at)
    }
    return cards.length
  })

/** Stores where a card is sent, and its code until then. */
const storeDelivery = (
  tx: Tx,
  { id, code, config, recipient, timeZone }: Sending & { id: number; code: string; config: SigningSecrets },
) =>
  sql`
  insert into gift_card_deliveries (id, email, name, message, send_at, encrypted_code)
  values (${id}, ${recipient.email.toLowerCase()}, ${recipient.name}, ${recipient.message},
    coalesce(${recipient.send_on ?? null}::date::timestamp at time zone ${timeZone}, now()), ${encryptFor(config, 'gift card code', code)})`.execute(
    tx,
  )

const endOfDay = prepared<{ at: Date | null }>(
  'end of day',
  `select ($1::date + 1)::timestamp at time zone $2::text - interval '1 second' as at`,
)

const endOf = prepared<{ end: Date }>(
  'end of gift card',
  'select now() + make_interval(months => $1::integer) as end',
)

/** The account of a code that can pay now; undefined for a wrong, blocked, expired or empty one: they all look the same to guessers. */
export async function findGiftCard(db: Db, code: string, currency: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select a.id from gift_cards g join value_accounts a on a.id = g.account_id
    where g.code_hash = ${hashOfCode(code)} and a.currency = ${currency} and a.blocked_at is null and a.balance > 0
      and (a.expires_at is null or a.expires_at > now())`.execute(db)
  return rows[0]?.id
}

/** Blocks a card or unblocks it. @throws 404 */
export const blockGiftCard = (db: Db, actor: Actor, id: number, isBlocked: boolean): Promise<void> =>
  inTransaction(db, async (tx) => {
    const blocked = await block.first(tx, id, isBlocked, giftCard.module_name)
    if (!blocked) throw unknownCard()
    await writeAudit(tx, actor, {
      action: isBlocked ? 'gift_card.block' : 'gift_card.unblock',
      record: { type: 'gift_card', id: String(id) },
      after: { label: blocked.label },
    })
  })

const block = prepared<{ label: string }>(
  'block gift card',
  `update value_accounts set blocked_at = case when $2::boolean then coalesce(blocked_at, now()) end
  where id = $1::bigint and kind = $3::text returning label`,
)

/**
 * Sends a card again, with a new code in place of the former one, whose page ends too. What is left on it stays. With another address
 * it goes there; one that waits for its day still does.
 * @returns its new label, and whether it waits
 * @throws 409 NOT_RESENDABLE for a card without an address, blocked, empty or expired, and to the same address before it was sent
 */
export const resendGiftCard = (
  db: Db,
  actor: Actor,
  { id, email = '', config }: { id: number; email?: string | undefined; config: SigningSecrets },
): Promise<{ label: string; isWaiting: boolean }> =>
  inTransaction(db, async (tx) => {
    const code = newCode()
    const label = labelOf(code)
    const address = email.toLowerCase()
    const { rows } = await sql<{ former: string; sent_to: string; is_waiting: boolean }>`
      with card as (
        select a.id, a.label, d.email, d.sent_at is null and d.send_at > now() as is_waiting from value_accounts a join gift_card_deliveries d on d.id = a.id
        where a.id = ${id} and a.kind = ${giftCard.module_name} and a.blocked_at is null and a.balance > 0
          and (a.expires_at is null or a.expires_at > now()) and (d.sent_at is not null or ${address} not in ('', d.email))
          and d.email <> '' for update of a, d
      ),
      again as (
        update gift_card_deliveries d set encrypted_code = ${encryptFor(config, 'gift card code', code)}, sent_at = null,
          email = coalesce(nullif(${address}, ''), d.email), send_at = case when card.is_waiting then d.send_at else now() end
        from card where d.id = card.id
      ),
      ended as (delete from gift_card_pages p using card where p.account_id = card.id),
      hashed as (update gift_cards g set code_hash = ${hashOfCode(code)} from card where g.account_id = card.id)
      update value_accounts a set label = ${label} from card where a.id = card.id returning card.label as former, card.email as sent_to, card.is_waiting`.execute(
      tx,
    )
    const [resent] = rows
    if (!resent) throw notResendable()
    await writeAudit(tx, actor, {
      action: 'gift_card.resend',
      record: { type: 'gift_card', id: String(id) },
      before: { label: resent.former, ...(address && { sent_to: resent.sent_to }) },
      after: { label, ...(address && { sent_to: address }) },
    })
    return { label, isWaiting: resent.is_waiting }
  })

type Query = z.output<typeof giftCardAdminEndpoints.list.input>

/** A page of the cards, the newest first. */
export async function listGiftCards(db: Db, { page, per_page, order, q = '', order_no }: Query) {
  const offset = (page - 1) * per_page
  const typed = q.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const ofOrder = (number: RawBuilder<unknown>, no: string) => sql`a.id in (
      select s.account_id from orders o join order_items i on i.order_id = o.id join gift_card_sales s on s.order_item_id = i.id
      where ${number} = ${no}
    )`
  const found = sql`from value_accounts a where a.kind = ${giftCard.module_name}
    ${order_no === undefined ? sql`` : sql`and ${ofOrder(sql`o.order_no`, order_no)}`}
    ${
      typed === ''
        ? sql``
        : sql`and (a.label like ${`%${typed.slice(-4)}`} or ${ofOrder(sql`replace(o.order_no, '-', '')`, typed)})`
    }`
  const [{ rows }, total] = await Promise.all([
    offset >= mostPaged
      ? { rows: [] }
      : sql<Row>`select a.id, a.label, a.currency, a.balance, g.note, coalesce(d.email, '') as sent_to, d.sent_at, d.send_at, a.created_at, a.expires_at,
          (select coalesce(sum(e.amount), 0)::bigint from value_entries e where e.to_account = a.id and e.purpose = 'issue') as issued,
          case when a.blocked_at is not null then 'blocked' when a.balance = 0 then 'used'
            when a.expires_at <= now() then 'expired' else 'active' end as state
        from value_accounts a join gift_cards g on g.account_id = a.id left join gift_card_deliveries d on d.id = a.id
        where a.id in (
          select id from (select a.id ${found} order by a.id ${sql.raw(order)} limit ${per_page} offset ${offset}) page
        ) order by a.id ${sql.raw(order)}`.execute(db),
    countAbout(db, 'gift_cards', sql`select ${found}`),
  ])
  return {
    data: rows.map(
      ({ currency, balance, issued, sent_at, send_at, created_at, expires_at, ...row }): GiftCardRow => ({
        ...row,
        balance: money(balance, currency),
        issued: money(issued, currency),
        sent_at: sent_at?.toISOString() ?? null,
        send_at: send_at?.toISOString() ?? null,
        created_at: created_at.toISOString(),
        expires_at: expires_at?.toISOString() ?? null,
      }),
    ),
    current_page: page,
    last_page: lastPageOf(total, per_page),
    per_page,
    total,
  }
}

type Row = Pick<GiftCardRow, 'id' | 'label' | 'note' | 'state' | 'sent_to'> & {
  currency: string
  balance: number
  issued: number
  sent_at: Date | null
  send_at: Date | null
  created_at: Date
  expires_at: Date | null
}
