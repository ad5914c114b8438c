import { sql } from 'kysely'
import { toStoredLines } from '#server/commerce/cart/restore-lines.ts'
import { readCartById } from '#server/commerce/cart/store/read-cart.ts'
import { claimStatement, isClaimable, workThrough } from '#server/platform/jobs/claimed-records.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Services, Tx } from '#server/platform/kernel/context.ts'
import type { JobContext } from '#server/platform/kernel/job.ts'
import { pluginConfig } from '#server/platform/kernel/plugin.ts'
import { readMailLook } from '#server/platform/notify/mail-look.ts'
import { queueMarketing } from '#server/platform/notify/queue-marketing.ts'
import { MARKETING, SOFT_OPT_IN } from '#server/platform/notify/refuse-marketing.ts'
import { readChannels } from '#server/shop/channels/read-channel.ts'
import { definePluginJob } from '#server/shop/plugins/define-plugin-job.ts'
import { cartLink } from './cart-link.server.ts'
import { cartMail, firstCartMail, mailLinesOf, secondCartMail } from './cart-mails.server.ts'
import { isOrdered, isRefused, noteCarts } from './note-carts.server.ts'
import { abandonedCart, type ChannelRules, rulesOf } from './plugin.ts'

const SEND = 'abandoned-cart.send'
const NAME = 'abandoned-cart'

/** The kinds of its mails in the outbox. */
export const mailKinds = [MARKETING + NAME, SOFT_OPT_IN + NAME]

/** Of several carts of one person, at most two mails go to an address within this time. */
const QUIET = sql`interval '7 days'`

/** Notes the carts that were left, then queues the mails that are due: each once, in the transaction that counts it. */
export async function sendCartMails(context: JobContext<Services>): Promise<void> {
  const { db, config } = context
  const settings = await pluginConfig(context, abandonedCart)
  if (!settings) return
  const channels = new Map<number, { channel: Channel; rules: ChannelRules }>()
  for (const channel of await readChannels(db)) {
    const rules = rulesOf(settings, channel)
    channels.set(channel.id, { channel, rules })
    await noteCarts(db, channel, rules)
  }
  const look = await readMailLook({ db, config })
  const send = (tx: Tx, { id, key, mails, email, first_name, cart_id, channel_id }: Due) => {
    const found = channels.get(channel_id)
    return found
      ? sendMail(tx, { id, key, mails, email, first_name, cart_id, ...found, config, look })
      : stop(tx, id, null)
  }
  await workThrough(context, {
    job: SEND,
    claim: claimDue,
    work: ({ id }) =>
      db.transaction().execute(async (tx) => {
        const due = await lockDue(tx, id)
        if (due) await send(tx, due)
      }),
  })
}

export const sendCartMailsJob = definePluginJob(abandonedCart, {
  name: 'send-mails',
  schedule: { every: 300 },
  run: (_, context) => sendCartMails(context),
})

const claimDue = claimStatement<{ id: number }>(
  SEND,
  `select a.id from abandoned_carts a where a.next_mail_at <= now() and ${isClaimable(SEND, 'a.id')}
  order by a.next_mail_at limit $1::integer for update of a skip locked`,
)

type Due = {
  id: number
  key: string
  cart_id: number
  channel_id: number
  email: string
  first_name: string
  mails: number
}

/** Locked until the mail is queued: an order of this moment waits, and then takes the mail back. */
async function lockDue(tx: Tx, id: number): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select a.id, a.key::text, a.cart_id, a.channel_id, a.email, a.mails,
      coalesce((select u.first_name from customers u where u.id = a.customer_id), '') as first_name
    from abandoned_carts a where a.id = ${id} and a.next_mail_at <= now() for update of a`.execute(tx)
  return rows[0]
}

type Sending = Omit<Due, 'channel_id'> & {
  channel: Channel
  rules: ChannelRules
  config: Services['config']
  look: Awaited<ReturnType<typeof readMailLook>>
}

type End = 'ordered' | 'emptied' | 'sold_out' | 'unsubscribed' | 'no_consent'

async function sendMail(tx: Tx, due: Sending): Promise<void> {
  const { id, mails, email, first_name, cart_id, channel, rules, config, look } = due
  if (rules.permission === 'off') return stop(tx, id, null)
  // Of two carts of one person, the mails are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtext(${`abandoned cart ${email}`}))`.execute(tx)
  const verdict = await judge(tx, id, rules)
  if (verdict.later) return postpone(tx, id, verdict.later)
  if (verdict.end !== null || verdict.is_enough) return stop(tx, id, verdict.end)
  const cart = await readCartById(tx, channel, cart_id)
  const lines = mailLinesOf(cart, channel.locale)
  if (lines.length === 0) return stop(tx, id, 'sold_out')
  const mail = cartMail(look, mails === 0 ? firstCartMail : secondCartMail, {
    first_name,
    lines,
    href: cartLink(config, due),
  })
  const name = (rules.permission === 'soft_opt_in' ? SOFT_OPT_IN : MARKETING).slice(MARKETING.length) + NAME
  await queueMarketing(tx, { config, look }, { name, recipient: email, ...mail })
  const hours =
    mails === 0 && rules.second_hours > 0 ? Math.max(1, rules.second_hours - rules.first_hours) : null
  await sql`
    update abandoned_carts set state = 'mailed', mails = mails + 1, last_mail_at = now(),
      next_mail_at = now() + make_interval(hours => ${hours}::integer), lines = ${JSON.stringify(toStoredLines(cart))}::jsonb
    where id = ${id}`.execute(tx)
}

type Verdict = { end: End | null; later: Date | null; is_enough: boolean }

/** Why no mail goes out now: what became of the cart and its shopper since it was noted. */
async function judge(tx: Tx, id: number, { permission, first_hours }: ChannelRules): Promise<Verdict> {
  const email = sql`a.email`
  const { rows } = await sql<Verdict>`
    select case
        when ${isOrdered({ id: sql`a.cart_id`, customer: sql`a.customer_id`, email }, sql`a.abandoned_at`)} then 'ordered'
        when exists (select from mail_refusals f where f.email = a.email) then 'unsubscribed'
        when ${isRefused(email, permission)} then 'no_consent'
        when c.id is null or not exists (select from cart_items i where i.cart_id = c.id) then 'emptied'
      end as end,
      case when c.updated_at > a.abandoned_at and c.updated_at > now() - make_interval(hours => ${first_hours})
        then c.updated_at + make_interval(hours => ${first_hours}) end as later,
      (select coalesce(sum(o.mails), 0) from abandoned_carts o
        where o.email = a.email and o.id <> a.id and o.last_mail_at > now() - ${QUIET}) + a.mails >= 2 as is_enough
    from abandoned_carts a left join carts c on c.id = a.cart_id and c.status = 'open' and c.expires_at > now()
    where a.id = ${id}`.execute(tx)
  if (!rows[0]) throw new Error(`Abandoned cart ${id} is gone`)
  return rows[0]
}

const postpone = async (tx: Tx, id: number, until: Date) =>
  void (await sql`update abandoned_carts set next_mail_at = ${until} where id = ${id}`.execute(tx))

/** No further mail. Without a reason the state is that of the mails before. */
const stop = async (tx: Tx, id: number, end: End | null) =>
  void (await sql`update abandoned_carts set next_mail_at = null,
    state = coalesce(${end}::text, case when mails > 0 then 'mailed' else 'no_consent' end) where id = ${id}`.execute(
    tx,
  ))
