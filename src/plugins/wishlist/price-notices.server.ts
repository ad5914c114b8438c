import { sql } from 'kysely'
import { formatMoney } from '#contract/money.ts'
import type { Db, Services, Tx } from '#server/platform/kernel/context.ts'
import type { JobContext } from '#server/platform/kernel/job.ts'
import { type MailLook, readMailLook } from '#server/platform/notify/mail-look.ts'
import {
  mailButton,
  mailFoot,
  mailLink,
  mailPage,
  mailRows,
  mailText,
} from '#server/platform/notify/mail-page.ts'
import { defineMail, type Mail, textsOfMail } from '#server/platform/notify/mail-texts.ts'
import { type LinkConfig, unsubscribeUrl } from '#server/platform/notify/unsubscribe-link.ts'
import { definePluginJob } from '#server/shop/plugins/define-plugin-job.ts'
import { wishlistPlugin } from './plugin.ts'
import { emailMissing } from './refusals.server.ts'

/** Customers per transaction. */
const BATCH = 100

/** SQL: the current price of item w, in the shop's channel of its currency. */
const priceOfItem = sql`(
  select pr.selling_price, c.locale from shown_prices pr
  join channels c on c.id = pr.channel_id and c.currency = w.currency
  where pr.variation_id = w.variation_id order by c.is_default desc, c.id limit 1
)`

/** SQL: items w whose product can be bought for less than when it was saved, and than in the last email. */
const cheaperItems = sql`wishlist_items w
  join variations v on v.id = w.variation_id and v.is_published and (v.stock > 0 or not v.tracks_stock)
  join products p on p.id = v.product_id and p.is_published
  join lateral ${priceOfItem} price on price.selling_price < least(w.price_at_add, w.notified_price)`

/** SQL: customer u with consent n may get an email; an unsubscribe after the consent withdraws it. */
const mayBeMailed = sql`u.email is not null
  and not exists (select from mail_refusals f where f.email = lower(u.email) and f.refused_at >= n.agreed_at)`

const consents = sql`wishlist_price_notices n join customers u on u.id = n.customer_id`

export async function readPriceNotices(db: Db, customerId: number) {
  const { rows } = await sql<{ is_enabled: boolean; has_email: boolean }>`
    select u.email is not null as has_email,
      exists (select from wishlist_price_notices n where n.customer_id = u.id and ${mayBeMailed}) as is_enabled
    from customers u where u.id = ${customerId}`.execute(db)
  return rows[0] ?? { is_enabled: false, has_email: false }
}

/**
 * Stores the customer's consent, or withdraws it. Products that are already cheaper at the time send no email.
 * @throws 422 when the customer has no email address.
 */
export const writePriceNotices = (db: Db, customerId: number, isEnabled: boolean): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!isEnabled) {
      await sql`delete from wishlist_price_notices where customer_id = ${customerId}`.execute(tx)
      return
    }
    const { has_email } = await readPriceNotices(tx, customerId)
    if (!has_email) throw emailMissing()
    await sql`insert into wishlist_price_notices (customer_id) values (${customerId})
      on conflict (customer_id) do update set agreed_at = now()`.execute(tx)
    await sql`update wishlist_items set notified_price = cheaper.selling_price
      from (select w.id, price.selling_price from ${cheaperItems} where w.customer_id = ${customerId}) cheaper
      where cheaper.id = wishlist_items.id`.execute(tx)
  })

export async function hasPriceDrops({ db }: Pick<Services, 'db'>): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`select exists (
    select from ${consents} where ${mayBeMailed}
      and exists (select from ${cheaperItems} where w.customer_id = n.customer_id)) as due`.execute(db)
  return rows[0]?.due === true
}

/** Queues one email for each customer with a price drop, whatever changed the price. */
export async function sendPriceNotices({ db, config, log, signal }: JobContext<Services>): Promise<void> {
  const look = await readMailLook({ db, config })
  let queued = 0
  while (!signal.aborted) {
    const sent = await db.transaction().execute((tx) => sendBatch(tx, { look, config }))
    if (sent === 0) break
    queued += sent
  }
  if (queued > 0) log.info({ queued }, 'wishlist: price notices queued')
}

type Drop = {
  email: string
  name: string
  title: string
  slug: string
  sku: string
  price_at_add: number
  selling_price: number
  currency: string
  locale: string
}

/** Marks and queues in one transaction. The last condition is checked on the newest row, so two processes never send a drop twice. */
async function sendBatch(tx: Tx, { look, config }: { look: MailLook; config: LinkConfig }): Promise<number> {
  const { rows } = await sql<Drop>`
    with due as (
      select n.customer_id, u.email from ${consents}
      where ${mayBeMailed} and exists (select from ${cheaperItems} where w.customer_id = n.customer_id)
      order by n.customer_id limit ${BATCH} for update of n skip locked
    ),
    cheaper as (
      select w.id, due.email, p.name, v.title, p.slug, v.sku, price.selling_price, price.locale
      from due join ${cheaperItems} on w.customer_id = due.customer_id
    )
    update wishlist_items set notified_price = cheaper.selling_price from cheaper
    where cheaper.id = wishlist_items.id
      and cheaper.selling_price < least(wishlist_items.price_at_add, wishlist_items.notified_price)
    returning cheaper.email, cheaper.name, cheaper.title, cheaper.slug, cheaper.sku, wishlist_items.price_at_add,
      cheaper.selling_price, wishlist_items.currency, cheaper.locale`.execute(tx)
  const byEmail = Map.groupBy(rows, ({ email }) => email)
  if (byEmail.size > 0)
    await tx
      .insertInto('outbox')
      .values([...byEmail].map(([email, drops]) => noticeMail(look, config, { email, drops })))
      .execute()
  return byEmail.size
}

const productOf = ({ name, title }: Drop) => (title === '' ? name : `${name} (${title})`)

const priceOf = ({ selling_price: amount, price_at_add, currency, locale }: Drop) =>
  `${formatMoney({ amount, currency }, locale)}, was ${formatMoney({ amount: price_at_add, currency }, locale)}`

const noticeMail = (look: MailLook, config: LinkConfig, { email, drops }: { email: string; drops: Drop[] }) =>
  ({
    channel: 'mail',
    kind: 'price_notice',
    recipient: email,
    ...priceNoticeMail(look, drops, unsubscribeUrl(config, email)),
  }) as const

function priceNoticeMail(look: MailLook, drops: readonly Drop[], unsubscribeHref: string): Mail {
  const [first] = drops
  const products = first && drops.length === 1 ? productOf(first) : `${drops.length} products you saved`
  const { subject, heading, intro, closing } = textsOfMail(look, priceNotice, { products })
  const href = `${look.storeUrl}/account/wishlist`
  const note = 'You get this email because you asked for it on your wishlist, where you can also turn it off.'
  const unsubscribe = { href: unsubscribeHref, label: 'Stop all such emails' }
  const lines = drops.map(
    (drop) =>
      `${productOf(drop)}: ${priceOf(drop)}\n${look.storeUrl}/product/${drop.slug}?${new URLSearchParams({ sku: drop.sku })}`,
  )
  return {
    subject,
    text: [
      ...intro,
      ...lines,
      href,
      note,
      ...closing,
      mailFoot(look),
      `${unsubscribe.label}: ${unsubscribe.href}`,
    ].join('\n\n'),
    html: mailPage(look, {
      title: subject,
      preview: intro[0] ?? heading,
      heading,
      parts: [
        ...intro.map(mailText),
        mailRows(
          look,
          drops.map((drop) => ({ name: productOf(drop), amount: priceOf(drop) })),
        ),
        mailButton(look, { href, label: 'View your wishlist' }),
        mailText(note),
        ...closing.map(mailText),
        mailLink(look, unsubscribe),
      ],
    }),
  }
}

export const priceNotice = defineMail({
  name: 'price_notice',
  group: 'Plugins',
  title: 'Price drop',
  help: 'When a product on a wishlist becomes cheaper, to customers who asked for it.',
  placeholders: { products: { title: 'The product, or how many', sample: 'Moon Vase (White)' } },
  defaults: ({ products }) => ({
    subject: `Price drop: ${products}`,
    heading: `Price drop: ${products}`,
    intro: 'A product on your wishlist is cheaper than when you saved it. Prices may change again.',
  }),
  sample: (look) => priceNoticeMail(look, [sampleDrop], `${look.storeUrl}/unsubscribe`),
})

const sampleDrop: Drop = {
  email: '',
  name: 'Moon Vase',
  title: 'White',
  slug: 'moon-vase',
  sku: 'MV-WHITE',
  price_at_add: 189_000,
  selling_price: 169_000,
  currency: 'INR',
  locale: 'en-IN',
}

export async function readConsent(db: Db, customerId: number) {
  const { rows } = await sql<{ agreed_at: Date }>`
    select agreed_at from wishlist_price_notices where customer_id = ${customerId}`.execute(db)
  return rows
}

/** Prices change by imports, the back office and SQL, so a schedule finds the drops. */
export const sendPriceNoticesJob = definePluginJob(wishlistPlugin, {
  name: 'send-price-notices',
  schedule: { every: 60, when: hasPriceDrops },
  run: (_, context) => sendPriceNotices(context),
})
