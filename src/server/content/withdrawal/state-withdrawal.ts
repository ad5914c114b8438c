import { createHash } from 'node:crypto'
import { formatMoney, money } from '#contract/money.ts'
import { longTimeText } from '#contract/rules/day-text.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { exclusionText } from '#contract/rules/withdrawal.ts'
import { queueWithdrawalMessage } from '#server/commerce/orders/messages/withdrawal-message.ts'
import { lockOrder } from '#server/commerce/orders/model/lock-order.ts'
import { lostTexts } from '#server/commerce/orders/model/lost-benefits.ts'
import type { ShippingServices } from '#server/commerce/orders/model/shipping-services.ts'
import { requestWithdrawal } from '#server/commerce/orders/request-refund.ts'
import { cancelAnyOrder } from '#server/commerce/payments/cancel-any-order.ts'
import { mayMail } from '#server/content/forms/accept-entries.ts'
import {
  queueAcknowledgement,
  queueStoreMail,
  type SubmittedValue,
} from '#server/content/forms/submission-mails.ts'
import type { Contact } from '#server/people/tracking/track-order.ts'
import type { Config } from '#server/platform/config/config.ts'
import { isSignedFor, signFor } from '#server/platform/config/sign-for.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx, Visitor } from '#server/platform/kernel/context.ts'
import { invalid, notFound, ShopError } from '#server/platform/kernel/errors.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { addressKey, requireToken, returnToken, takeToken } from '#server/platform/limits/rate-limit.ts'
import { readMailLook } from '#server/platform/notify/mail-look.ts'
import { endOf, findWithdrawalOrder, offersWithdrawal, type WithdrawalOrder } from './read-order.ts'

/** Of one address; a person states a withdrawal once, and a subscriber's network has several. */
const statementsPerAddress = { most: 30, seconds: 60 * 60 }
const missesPerAddress = { most: 20, seconds: 15 * 60 }
/** Claims of three years are over then. */
const KEPT_DAYS = 3 * 365

export const STATEMENT_FORM = { slug: 'withdrawal', name: 'Withdrawal from contract' }

type Statement = {
  order_no: string
  input: string
  name: string
  content: string
  items?: readonly { item_id: number; quantity: number }[] | undefined
}
type Services = ShippingServices & { config: Config }
type By = { visitor: Visitor; channel: Channel }
type Piece = { item_id: number; quantity: number; name: string }

/**
 * What a visitor may see of an order to withdraw from. Number and contact together open it; after 20 wrong ones from an address nothing is
 * looked up any more, and the answer is that of an unknown order.
 * @throws 422 at `input`
 */
export async function readWithdrawal(
  db: Db,
  { visitor, channel }: By,
  reference: Pick<Statement, 'order_no' | 'input'>,
): Promise<WithdrawalOrder | undefined> {
  const bucket = `withdrawal miss ip ${addressKey(visitor.ip)}`
  if ((await takeToken(db, bucket, missesPerAddress)) !== undefined) return undefined
  const { order } = await findWithdrawalOrder(db, channel, reference)
  if (order) await returnToken(db, bucket)
  return order
}

/**
 * Stores a statement of withdrawal and acknowledges it. What is with the customer becomes a return, what has not left is cancelled;
 * everything else, such as a statement that fits no order, waits for staff among the messages. A repeated statement is the first one.
 * Directive 2011/83/EU Art. 11a; ADR 0033.
 * @returns the token of the acknowledgement
 * @throws 404 in a shop without such a right; 422 by field; 429 after 30 statements of an address in an hour
 */
export async function stateWithdrawal(services: Services, by: By, statement: Statement): Promise<string> {
  const { db, config } = services
  if (!(await offersWithdrawal(db))) throw notFound()
  await requireToken(db, `withdrawal ip ${addressKey(by.visitor.ip)}`, statementsPerAddress)
  const { order, contact } = await findWithdrawalOrder(db, by.channel, statement)
  const key = keyOf(statement, order, contact)
  const before = await findByKey.first(db, key)
  if (before) return tokenOf(config, before.id)
  const pieces = order ? piecesOf(order, statement) : []
  const write = (carriesOut: boolean) =>
    inTransaction(db, async (tx) => {
      if (order) await lockOrder(tx, order.id)
      const known = await findByKey.first(tx, key)
      if (known) return known.id
      const outcome =
        order && carriesOut
          ? await carryOut({ ...services, db: tx }, { order, pieces, locale: by.channel.locale })
          : undefined
      return record(tx, services, { statement, order, contact, pieces, key, outcome, by })
    })
  const id = await write(true).catch((thrown: unknown) => {
    // A rule of orders prevents it: staff decide, and the statement counts all the same.
    if (thrown instanceof ShopError && thrown.httpStatus === 409) return write(false)
    throw thrown
  })
  return tokenOf(config, id)
}

/** @throws 404 */
export async function readStatement(db: Db, config: Config, token: string) {
  const [id = '', signature = ''] = token.split('.', 2)
  const isGenuine =
    /^\d{1,15}$/.test(id) && isSignedFor(config, 'withdrawal statement', { text: id, signature })
  const found = isGenuine ? await byId.first(db, Number(id)) : undefined
  if (!found) throw notFound('There is no such statement')
  return { stated_at: found.created_at.toISOString(), values: found.values }
}

const tokenOf = (config: Config, id: number) => `${id}.${signFor(config, 'withdrawal statement', String(id))}`

/** @throws 422 at `items` */
function piecesOf({ lines }: WithdrawalOrder, { items }: Statement): Piece[] {
  const open = lines.filter(({ exclusion }) => !exclusionText(exclusion))
  const chosen = items ?? open.map(({ id, quantity }) => ({ item_id: id, quantity }))
  const pieces = chosen.map(({ item_id, quantity }) => {
    const line = lines.find(({ id }) => id === item_id)
    const excluded = line && exclusionText(line.exclusion)
    if (line && excluded)
      throw invalid({ items: [`${line.name}: no right of withdrawal, because ${excluded}`] })
    if (!line || quantity > line.quantity)
      throw invalid({ items: ['Please choose items of this order, and not more of them than it has'] })
    return { item_id, quantity, name: line.name }
  })
  if (new Set(pieces.map(({ item_id }) => item_id)).size < pieces.length)
    throw invalid({ items: ['Please choose each item once'] })
  return pieces
}

/** What the shop did at once, for staff and the customer; undefined where staff have to. */
async function carryOut(
  services: Services & { db: Tx },
  { order, pieces, locale }: { order: WithdrawalOrder; pieces: readonly Piece[]; locale: string },
): Promise<string | undefined> {
  const end = endOf(order)
  if (pieces.length === 0 || order.withdrawal_days === 0 || (end && end < new Date())) return undefined
  if (order.status === 'delivered' && !order.refund_no) {
    const { refund_no, order: changed } = await requestWithdrawal(services, order.id, pieces)
    const { deducted = [] } = changed.refunds.find((refund) => refund.refund_no === refund_no) ?? {}
    const lost = deducted.map(({ name, amount }) => ({ name, amount: amount.amount }))
    const textOf = (minor: number) => formatMoney(money(minor, changed.grand_total.currency), locale)
    return [`Return ${refund_no} is open.`, ...lostTexts({ named: lost, gifts: [] }, textOf)].join(' ')
  }
  const isBeforeShipping =
    (order.status === 'placed' || order.status === 'packed') && !order.is_partly_shipped
  if (!isBeforeShipping) return undefined
  const items = pieces.map(({ item_id, quantity }) => ({ item_id, quantity }))
  await cancelAnyOrder(services, order.id, {
    items,
    reason: 'changed_mind',
    comment: 'Withdrawal',
    isByStaff: true,
    accepted_amount: 'any',
  })
  return 'Cancelled before it was sent'
}

type Recorded = {
  statement: Statement
  order: WithdrawalOrder | undefined
  contact: Contact
  pieces: readonly Piece[]
  key: string
  outcome: string | undefined
  by: By
}

async function record(
  tx: Tx,
  { config }: Services,
  { statement, order, contact, pieces, key, outcome, by }: Recorded,
): Promise<number> {
  const look = await readMailLook({ db: tx, config })
  const what = pieces.map(({ name, quantity }) => `${quantity} × ${name}`)
  const end = order && endOf(order)
  const { locale } = by.channel
  const timeOf = (at: Date) => longTimeText(at.toISOString(), locale, timeZoneOf(locale))
  const values: SubmittedValue[] = [
    { label: 'Statement', value: 'I withdraw from the contract on the goods below.' },
    { label: 'Order', value: order?.order_no ?? statement.order_no },
    { label: 'Goods', value: what.join('\n') || statement.content || 'The whole order' },
    { label: 'Name', value: statement.name },
    { label: 'Email or phone', value: contact.value },
    { label: 'Stated at', value: timeOf(new Date()) },
    ...(end ? [{ label: 'Period ends', value: timeOf(end) }] : []),
    { label: 'What happens', value: outcome ?? 'We have received it and check it' },
  ].filter(({ value }) => value !== '')
  const email = contact.kind === 'email' ? contact.value : (order?.email ?? null)
  const written = await insert.first(
    tx,
    STATEMENT_FORM.slug,
    STATEMENT_FORM.name,
    json(values),
    email,
    by.visitor.customerId,
    KEPT_DAYS,
    key,
    outcome ?? null,
  )
  if (!written) throw new Error('The statement was not written')
  const { id } = written
  if (look.store_email)
    await queueStoreMail(tx, look, look.store_email, { id, form_name: STATEMENT_FORM.name, values, email })
  if (order) await queueWithdrawalMessage(tx, config, { order_id: order.id, id, values })
  else if (email && (await mayMail(tx, email)))
    await queueAcknowledgement(tx, look, email, { form_name: STATEMENT_FORM.name, message: acknowledged })
  return id
}

const acknowledged = 'We have received your statement of withdrawal and check it. We answer by email.'

/** The same statement of the same person: the same goods of an order, or the same words about an unknown one. */
function keyOf(
  { order_no, content, items }: Statement,
  order: WithdrawalOrder | undefined,
  { full }: Contact,
) {
  const chosen =
    items &&
    [...items].sort((a, b) => a.item_id - b.item_id).map(({ item_id, quantity }) => [item_id, quantity])
  const of = order ? ['order', order.id, chosen ?? 'all'] : ['unknown', order_no, full, content]
  return createHash('sha256').update(JSON.stringify(of)).digest('base64url')
}

const findByKey = prepared<{ id: number }>(
  'find statement',
  'select id from form_submissions where statement_key = $1::text',
)

const byId = prepared<{ created_at: Date; values: SubmittedValue[] }>(
  'read statement',
  'select created_at, values from form_submissions where id = $1::bigint and statement_key is not null',
)

/** A statement that was carried out at once needs no answer. Two at once wait for each other at the key. */
const insert = prepared<{ id: number }>(
  'insert statement',
  `insert into form_submissions (form_slug, form_name, values, email, customer_id, expires_at, statement_key, answered_at, answered_by)
  values ($1::text, $2::text, $3::jsonb, $4::text, $5::integer, now() + make_interval(days => $6::integer), $7::text,
    case when $8::text is not null then now() end, $8::text)
  on conflict (statement_key) where statement_key is not null do update set statement_key = excluded.statement_key
  returning id`,
)
