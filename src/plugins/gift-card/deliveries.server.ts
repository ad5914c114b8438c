import { sql } from 'kysely'
import { formatMoney, money } from '#contract/money.ts'
import { dayText } from '#contract/rules/day-text.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { expireValue } from '#server/commerce/stored-value/ledger.ts'
import { decryptFor } from '#server/platform/config/encrypt-for.ts'
import { claimStatement, isClaimable, workThrough } from '#server/platform/jobs/claimed-records.ts'
import type { Services, Tx } from '#server/platform/kernel/context.ts'
import type { JobContext } from '#server/platform/kernel/job.ts'
import { type PluginPersonalData, pluginConfig } from '#server/platform/kernel/plugin.ts'
import { type MailLook, readMailLook } from '#server/platform/notify/mail-look.ts'
import {
  mailButton,
  mailFoot,
  mailPage,
  mailPicture,
  mailRows,
  mailText,
} from '#server/platform/notify/mail-page.ts'
import {
  defineMail,
  type Mail,
  type ShopMail,
  samplesOf,
  textsOfMail,
} from '#server/platform/notify/mail-texts.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { definePluginJob } from '#server/shop/plugins/define-plugin-job.ts'
import { addCardPage, pictureOfCard } from './card-page.server.ts'
import { giftCard } from './plugin.ts'

type Waiting = { id: number }
type Delivery = {
  id: number
  email: string
  name: string
  message: string
  encrypted_code: string
  label: string
  balance: number
  currency: string
  expires_at: Date | null
  image_path: string | null
}

const SEND = 'gift-card.send-gift-cards'

/** Sends the cards that are due, each once: its mail is queued in the transaction that marks it and forgets its code. */
export async function sendGiftCards(context: JobContext<Services>): Promise<void> {
  const { db, config } = context
  const look = await readMailLook({ db, config })
  const { locale } = await readDefaultChannel(db)
  const send = async (tx: Tx, delivery: Delivery) => {
    const code = decryptFor(config, 'gift card code', delivery.encrypted_code)
    if (code === undefined)
      throw new Error('No known secret decrypts the code: block the card and issue another')
    const { name, message, expires_at, image_path } = delivery
    const href = await addCardPage(tx, config, { id: delivery.id, code })
    const amount = formatMoney(money(delivery.balance, delivery.currency), locale)
    const until = expires_at ? dayText(expires_at.toISOString(), locale, timeZoneOf(locale)) : ''
    return queueMail(
      tx,
      'gift_card',
      delivery.email,
      cardMail(look, giftCardMail, { name, message, amount, code, until, href, image_path }),
    )
  }
  await workThrough(context, {
    job: SEND,
    claim: claimDue,
    work: ({ id }) =>
      db.transaction().execute(async (tx) => {
        const delivery = await markSent(tx, id)
        if (delivery) await send(tx, delivery)
      }),
  })
}

export const sendGiftCardsJob = definePluginJob(giftCard, {
  name: 'send-gift-cards',
  schedule: { every: 60 },
  run: (_, context) => sendGiftCards(context),
})

const claimDue = claimStatement<Waiting>(
  SEND,
  `select d.id from gift_card_deliveries d join value_accounts a on a.id = d.id
  where d.sent_at is null and d.send_at <= now() and a.blocked_at is null and ${isClaimable(SEND, 'd.id')}
  order by d.send_at limit $1::integer for update of d skip locked`,
)

/** The code is that from before the update; the balance that of the issue, whatever was spent since by the code that staff saw. */
async function markSent(tx: Tx, id: number): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    with due as (select id, encrypted_code from gift_card_deliveries where id = ${id} and sent_at is null for update)
    update gift_card_deliveries d set sent_at = now(), encrypted_code = '' from due, value_accounts a
    where d.id = due.id and a.id = d.id and a.blocked_at is null
    returning d.id, d.email, d.name, d.message, due.encrypted_code, a.label, a.currency, a.expires_at, ${sql.raw(pictureOfCard)}, (
      select sum(e.amount)::bigint from value_entries e where e.to_account = a.id and e.purpose = 'issue'
    ) as balance`.execute(tx)
  return rows[0]
}

const EXPIRE = 'gift-card.expire-gift-cards'
const NOTICE = 'gift-card.notice'

/** Ends the balances of expired cards, and tells the recipients of those that expire soon, once. */
async function expireGiftCards(context: JobContext<Services>): Promise<void> {
  const { db, config } = context
  await workThrough(context, {
    job: EXPIRE,
    claim: claimExpired,
    values: [giftCard.module_name],
    work: ({ id }) => db.transaction().execute((tx) => expireValue(tx, id)),
  })
  await sql`delete from gift_card_pages where expires_at <= now()`.execute(db)
  const days = (await pluginConfig(context, giftCard))?.notice_days ?? 0
  if (days === 0) return
  const look = await readMailLook({ db, config })
  const { locale } = await readDefaultChannel(db)
  await workThrough(context, {
    job: NOTICE,
    claim: claimExpiring,
    values: [days],
    work: ({ id }) =>
      db.transaction().execute(async (tx) => {
        const delivery = await markNoticed(tx, id)
        if (!delivery?.expires_at) return
        const amount = formatMoney(money(delivery.balance, delivery.currency), locale)
        const until = dayText(delivery.expires_at.toISOString(), locale, timeZoneOf(locale))
        const { email, name, label } = delivery
        const mail = cardMail(look, expiryMail, { name, message: '', amount, code: label, until })
        await queueMail(tx, 'gift_card_expiry', email, mail)
      }),
  })
}

export const expireGiftCardsJob = definePluginJob(giftCard, {
  name: 'expire-gift-cards',
  schedule: { every: 3_600 },
  run: (_, context) => expireGiftCards(context),
})

const claimExpired = claimStatement<Waiting>(
  EXPIRE,
  `select a.id from value_accounts a where a.kind = $2::text and a.balance > 0 and a.expires_at <= now() and ${isClaimable(EXPIRE, 'a.id')}
  order by a.id limit $1::integer for update of a skip locked`,
)

const claimExpiring = claimStatement<Waiting>(
  NOTICE,
  `select d.id from gift_card_deliveries d join value_accounts a on a.id = d.id
  where d.sent_at is not null and d.expiry_notice_at is null and d.email <> '' and a.blocked_at is null and a.balance > 0
    and a.expires_at > now() and a.expires_at <= now() + make_interval(days => $2::integer) and ${isClaimable(NOTICE, 'd.id')}
  order by d.id limit $1::integer for update of d skip locked`,
)

async function markNoticed(tx: Tx, id: number): Promise<Omit<Delivery, 'id' | 'image_path'> | undefined> {
  const { rows } = await sql<Omit<Delivery, 'id' | 'image_path'>>`
    update gift_card_deliveries d set expiry_notice_at = now() from value_accounts a
    where d.id = ${id} and d.expiry_notice_at is null and a.id = d.id and a.balance > 0
    returning d.email, d.name, d.message, d.encrypted_code, a.label, a.balance, a.currency, a.expires_at`.execute(
    tx,
  )
  return rows[0]
}

const queueMail = (tx: Tx, kind: string, recipient: string, mail: Mail) =>
  tx
    .insertInto('outbox')
    .values({ channel: 'mail', kind, recipient, ...mail })
    .execute()

const placeholders = {
  name: { title: 'Name of the recipient; may be empty', sample: 'Asha' },
  amount: { title: 'Amount', sample: '₹2,000' },
  until: { title: 'Last day; may be empty', sample: '24 Nov 2029' },
}
type CardMail = ShopMail<keyof typeof placeholders>
type CardFacts = Record<keyof typeof placeholders, string> & {
  message: string
  code: string
  /** The page to print; without it the mail leads to the shop. */
  href?: string
  image_path?: string | null
}

function cardMail(
  look: MailLook,
  mail: CardMail,
  { message, code, href, image_path, ...values }: CardFacts,
): Mail {
  const { subject, heading, intro, closing } = textsOfMail(look, mail, values)
  const rows = [
    { name: 'Code', amount: code },
    { name: 'Amount', amount: values.amount },
    ...(values.until ? [{ name: 'Valid until', amount: values.until }] : []),
  ]
  const texts = [...intro, ...(message ? [`“${message}”`] : [])]
  return {
    subject,
    text: [
      ...texts,
      ...rows.map(({ name, amount }) => `${name}: ${amount}`),
      href ? `Show or print the card: ${href}` : look.storeUrl,
      ...closing,
      mailFoot(look),
    ].join('\n\n'),
    html: mailPage(look, {
      title: subject,
      preview: intro[0] ?? heading,
      heading,
      parts: [
        ...(image_path ? [mailPicture(look, image_path)] : []),
        ...texts.map(mailText),
        mailRows(look, rows),
        mailButton(
          look,
          href ? { href, label: 'Show or print the card' } : { href: look.storeUrl, label: 'Visit the shop' },
        ),
        ...closing.map(mailText),
      ],
    }),
  }
}

const sample = { ...samplesOf(placeholders), message: 'Happy birthday!', code: '7K2M-94XQ-PD3T-WR6H' }

export const giftCardMail: CardMail = defineMail({
  name: 'gift_card',
  group: 'Plugins',
  title: 'Gift card',
  help: 'To the recipient of a gift card, on the chosen day.',
  placeholders,
  defaults: ({ name, amount }) => ({
    subject: `A gift card of ${amount} for you`,
    heading: name ? `${name}, a gift card for you` : 'A gift card for you',
    intro: 'Enter the code at the cart or when you pay. Keep it safe: who has it can pay with the card.',
  }),
  sample: (look) => cardMail(look, giftCardMail, sample),
})

export const expiryMail: CardMail = defineMail({
  name: 'gift_card_expiry',
  group: 'Plugins',
  title: 'Gift card expires',
  help: 'Before a gift card with a balance expires, to its recipient.',
  placeholders,
  defaults: ({ amount, until }) => ({
    subject: `Your gift card is valid until ${until}`,
    heading: 'Your gift card expires soon',
    intro: `There are ${amount} left on it. You find its code in the e-mail that it came with.`,
  }),
  sample: (look) => cardMail(look, expiryMail, { ...sample, message: '', code: 'Gift card •••• WR6H' }),
})

/** A card that waits for its day is sent all the same: erased is what it was sent with. */
export const deliveryPersonalData: PluginPersonalData = {
  tables: ['gift_card_deliveries'],
  read: async (db, { email }) => {
    const { rows } = await sql<{ label: string; name: string; message: string; sent_at: Date }>`
      select a.label, d.name, d.message, d.sent_at from gift_card_deliveries d join value_accounts a on a.id = d.id
      where d.email = lower(${email}) and d.sent_at is not null order by d.id`.execute(db)
    return { gift_cards: rows }
  },
  erase: (tx, { email }) =>
    sql`
    update gift_card_deliveries set email = '', name = '', message = '' where email = lower(${email}) and sent_at is not null`.execute(
      tx,
    ),
}
