import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import type { Customised } from '#server/commerce/cart/model/customisation.ts'
import { adjustBalance } from '#server/commerce/stored-value/customer-credit.ts'
import { writeAudit } from '#server/platform/audit/audit-log.ts'
import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import { claimStatement, isClaimable, workThrough } from '#server/platform/jobs/claimed-records.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import type { Services, Tx } from '#server/platform/kernel/context.ts'
import type { JobContext } from '#server/platform/kernel/job.ts'
import { pluginConfig } from '#server/platform/kernel/plugin.ts'
import { definePluginJob } from '#server/shop/plugins/define-plugin-job.ts'
import { sendGiftCards } from './deliveries.server.ts'
import { issueCard } from './gift-cards.server.ts'
import { giftCard } from './plugin.ts'
import { cardSpent, cardsSpent } from './refusals.server.ts'

const ISSUE = 'gift-card.issue-sold-cards'
const actor = { staffId: null, name: 'sale', ip: '' }

/**
 * Issues a card for each piece of each paid line, once, and sends those that are due. Any number of processes may run it: a line is locked, and
 * all its cards are written with their places in `gift_card_sales`, or none. Sales from a time in which the plugin was off get theirs later.
 */
export async function issueSoldCards(context: JobContext<Services>): Promise<void> {
  const { db, config } = context
  const settings = await pluginConfig(context, giftCard)
  if (!settings) return
  const sale = { config, validMonths: settings.valid_months }
  await workThrough(context, {
    job: ISSUE,
    claim: claimPaid,
    work: ({ id }) => db.transaction().execute((tx) => issueLine(tx, sale, id)),
  })
  await sendGiftCards(context)
}

export const issueSoldCardsJob = definePluginJob(giftCard, {
  name: 'issue-sold-cards',
  schedule: { every: 60 },
  run: (_, context) => issueSoldCards(context),
})

/** In the transaction of the payment. */
export async function enqueueCardsOf(tx: Tx, orderId: number): Promise<void> {
  const { rows } =
    await sql`select from order_items where order_id = ${orderId} and kind = 'voucher' limit 1`.execute(tx)
  if (rows.length > 0) await enqueue(tx, issueSoldCardsJob, {}, { key: `order ${orderId}` })
}

/** SQL: the line that pieces of line `p` were bought with. */
const boughtWith = 'coalesce(p.split_from, p.id)'

/** SQL: a line `i` of an order `o` that is paid, has no cards yet, and has pieces that are not refunded. */
const isUnissued = `i.kind = 'voucher' and i.split_from is null and i.customisation ? 'recipient_email'
    and o.payment_status in ('paid', 'partially_refunded') and o.status not in ('pending_payment', 'payment_failed', 'cancelled')
    and not exists (select from gift_card_sales s where s.order_item_id = i.id)
    and exists (
      select from order_items p where p.order_id = i.order_id and ${boughtWith} = i.id and p.status not in ('cancelled', 'returned', 'refunded')
    )`

const claimPaid = claimStatement<{ id: number }>(
  ISSUE,
  `select i.id from order_items i join orders o on o.id = i.order_id
  where ${isUnissued} and ${isClaimable(ISSUE, 'i.id')}
  order by i.id limit $1::integer for update of i skip locked`,
)

/** Issuing cards and refunding them wait for each other here. What is read afterwards is a statement of its own, so that it sees what the other has done. */
const lockLine = (tx: Tx, id: number) => sql`select from order_items where id = ${id} for update`.execute(tx)

/** Of the pieces that were bought with a line: those that are not refunded, and the cards that pay. */
async function readPieces(tx: Tx, id: number): Promise<{ owned: number; cards: number } | undefined> {
  const { rows } = await sql<{ owned: number; cards: number }>`
    select coalesce(sum(p.quantity), 0)::integer as owned,
      (select count(*)::integer from gift_card_sales s where s.order_item_id = ${id} and s.voided_at is null) as cards
    from order_items p join order_items i on i.id = ${id} and p.order_id = i.order_id
    where ${sql.raw(boughtWith)} = i.id and p.status not in ('cancelled', 'refunded')`.execute(tx)
  return rows[0]
}

type Line = {
  unit_price: number
  currency: string
  order_no: string
  locale: string
  customisation: Customised
}

async function issueLine(tx: Tx, sale: { config: SigningSecrets; validMonths: number }, id: number) {
  await lockLine(tx, id)
  const { rows } = await sql<Line>`
    select i.unit_price, o.currency, o.order_no, i.customisation,
      (select c.locale from channels c where c.id = o.channel_id) as locale
    from order_items i join orders o on o.id = i.order_id where i.id = ${id} and ${sql.raw(isUnissued)}`.execute(
    tx,
  )
  const [line] = rows
  const pieces = await readPieces(tx, id)
  if (!line || !pieces) return
  const { unit_price: amount, currency, order_no, locale, customisation } = line
  const {
    recipient_email: email = '',
    recipient_name: name = '',
    recipient_message: message = '',
  } = customisation
  const recipient = { email, name, message, ...(customisation.send_on && { send_on: customisation.send_on }) }
  const sending = { recipient, timeZone: timeZoneOf(locale), config: sale.config }
  const card = { amount, currency, note: `Order ${order_no}`, validMonths: sale.validMonths }
  for (let piece = 1; piece <= pieces.owned; piece++) {
    const issued = await issueCard(tx, actor, { ...card, requestKey: randomUUID() }, sending)
    await sql`insert into gift_card_sales (account_id, order_item_id, piece) values (${issued.id}, ${id}, ${piece})`.execute(
      tx,
    )
  }
}

/** SQL: a card `a` of a sale `s` that is whole, so that its piece can be refunded. */
const isUnspent = `s.voided_at is null and a.balance = (
        select sum(e.amount) from value_entries e where e.to_account = a.id and e.purpose = 'issue'
      )`

/**
 * Refuses a return whose cards could not be voided when it is paid. A card may still be spent until then.
 * @throws 422 at items, naming the line and how many of it can be returned
 */
export async function requireUnspentCards(tx: Tx, refundId: number): Promise<void> {
  const { rows } = await sql<{ name: string; wanted: number; unspent: number }>`
    select i.name, w.wanted, (count(a.id) filter (where ${sql.raw(isUnspent)}))::integer as unspent
    from (
      select ${sql.raw(boughtWith)} as id, sum(p.quantity)::integer as wanted from refund_items r join order_items p on p.id = r.order_item_id
      where r.refund_id = ${refundId} and p.kind = 'voucher' group by 1
    ) w join order_items i on i.id = w.id join gift_card_sales s on s.order_item_id = i.id join value_accounts a on a.id = s.account_id
    group by i.id, i.name, w.wanted order by i.id`.execute(tx)
  const short = rows.find(({ wanted, unspent }) => unspent < wanted)
  if (short) throw cardsSpent(short.name, short.unspent)
}

/**
 * Voids the cards of refunded pieces, in the transaction of the refund. Pieces whose cards are not issued yet never get one.
 * @throws 409 when fewer of them are unspent
 */
export async function voidRefundedCards(tx: Tx, refundId: number): Promise<void> {
  const { rows: lines } = await sql<{ id: number }>`
    select distinct ${sql.raw(boughtWith)} as id from refund_items r join order_items p on p.id = r.order_item_id
    where r.refund_id = ${refundId} and p.kind = 'voucher' order by 1`.execute(tx)
  for (const { id } of lines) {
    await lockLine(tx, id)
    const { owned = 0, cards: issued = 0 } = (await readPieces(tx, id)) ?? {}
    const pieces = Math.max(0, issued - owned)
    const { rows: cards } = await sql<{ id: number; label: string; balance: number }>`
      select a.id, a.label, a.balance from gift_card_sales s join value_accounts a on a.id = s.account_id
      where s.order_item_id = ${id} and ${sql.raw(isUnspent)} order by s.piece limit ${pieces} for update of a`.execute(
      tx,
    )
    if (cards.length < pieces) throw cardSpent()
    for (const card of cards) await voidCard(tx, card)
  }
}

async function voidCard(tx: Tx, { id, label, balance }: { id: number; label: string; balance: number }) {
  const taken = { amount: -balance, actor: actor.name, note: 'Refund', requestKey: null, reversesId: null }
  if ((await adjustBalance(tx, id, taken)) !== 'done') throw cardSpent()
  await sql`update gift_card_sales set voided_at = now() where account_id = ${id}`.execute(tx)
  await sql`update value_accounts set blocked_at = coalesce(blocked_at, now()) where id = ${id}`.execute(tx)
  await writeAudit(tx, actor, {
    action: 'gift_card.void',
    record: { type: 'gift_card', id: String(id) },
    after: { label },
  })
}
