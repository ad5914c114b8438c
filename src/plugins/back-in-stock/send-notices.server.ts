import { sql } from 'kysely'
import type { Db, Services, Tx } from '#server/platform/kernel/context.ts'
import type { JobContext } from '#server/platform/kernel/job.ts'
import { type MailLook, readMailLook } from '#server/platform/notify/mail-look.ts'
import { mailButton, mailFoot, mailLink, mailPage, mailText } from '#server/platform/notify/mail-page.ts'
import { defineMail, type Mail, textsOfMail } from '#server/platform/notify/mail-texts.ts'
import { type LinkConfig, unsubscribeUrl } from '#server/platform/notify/unsubscribe-link.ts'
import { definePluginJob } from '#server/shop/plugins/define-plugin-job.ts'
import { backInStock } from './plugin.ts'

/** Mails per transaction. */
const BATCH = 100
const KEEP_NOTIFIED_DAYS = 30
const KEEP_WAITING_DAYS = 365

type Notice = { email: string; name: string; title: string; slug: string; sku: string }

/** Whether a variation came back that shoppers waited for; triggers note it for every writer of stock. ADR 0052. */
export async function hasReturns({ db }: Pick<Services, 'db'>): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`select exists (select from stock_returns) as due`.execute(db)
  return rows[0]?.due === true
}

/** Queues one mail for every request whose variation is available again, whatever changed its stock. */
export async function sendNotices({ db, config, log, signal }: JobContext<Services>): Promise<void> {
  const look = await readMailLook({ db, config })
  let queued = 0
  while (!signal.aborted) {
    const sent = await db.transaction().execute((tx) => sendBatch(tx, { look, config }))
    if (sent === undefined) break
    queued += sent
  }
  if (queued > 0) log.info({ queued }, 'back in stock: mails queued')
}

/**
 * Marks and queues in one transaction, so that a crash or a second process never sends a mail twice. An address that
 * unsubscribed after its request gets nothing.
 *
 * @returns how many mails of one variation; undefined when no variation is left that no other process works on.
 */
async function sendBatch(
  tx: Tx,
  { look, config }: { look: MailLook; config: LinkConfig },
): Promise<number | undefined> {
  const [returned] = (
    await sql<{ id: string; variation_id: number }>`
      select id, variation_id from stock_returns order by id limit 1 for update skip locked`.execute(tx)
  ).rows
  if (!returned) return undefined
  const { rows } = await sql<Notice>`
    with due as (
      select n.id, p.name, v.title, p.slug, v.sku
      from stock_notices n join variations v on v.id = n.variation_id join products p on p.id = v.product_id
      where n.variation_id = ${returned.variation_id} and n.notified_at is null
        and v.is_published and p.is_published and (v.stock > 0 or not v.tracks_stock)
        and not exists (select from mail_refusals f where f.email = n.email and f.refused_at >= n.created_at)
      order by n.id limit ${BATCH} for update of n skip locked
    )
    update stock_notices n set notified_at = now() from due where due.id = n.id
    returning n.email, due.name, due.title, due.slug, due.sku`.execute(tx)
  if (rows.length > 0)
    await tx
      .insertInto('outbox')
      .values(rows.map((notice) => noticeMail(look, config, notice)))
      .execute()
  if (rows.length < BATCH) await sql`delete from stock_returns where id = ${returned.id}`.execute(tx)
  return rows.length
}

const noticeMail = (look: MailLook, config: LinkConfig, { email, ...notice }: Notice) =>
  ({
    channel: 'mail',
    kind: 'stock_notice',
    recipient: email,
    ...stockNoticeMail(look, notice, unsubscribeUrl(config, email)),
  }) as const

function stockNoticeMail(
  look: MailLook,
  { name, title, slug, sku }: Omit<Notice, 'email'>,
  unsubscribeHref: string,
): Mail {
  const product = title === '' ? name : `${name} (${title})`
  const { subject, heading, intro, closing } = textsOfMail(look, stockNotice, { product })
  const href = `${look.storeUrl}/product/${slug}?${new URLSearchParams({ sku })}`
  const note = 'This is the only email about it.'
  const unsubscribe = { href: unsubscribeHref, label: 'Stop all such emails' }
  return {
    subject,
    text: [
      ...intro,
      href,
      note,
      ...closing,
      mailFoot(look),
      `${unsubscribe.label}: ${unsubscribe.href}`,
    ].join('\n\n'),
    html: mailPage(look, {
      title: subject,
      preview: (intro[0] ?? heading).slice(0, 120),
      heading,
      parts: [
        ...intro.map(mailText),
        mailButton(look, { href, label: 'View product' }),
        mailText(note),
        ...closing.map(mailText),
        mailLink(look, unsubscribe),
      ],
    }),
  }
}

export const stockNotice = defineMail({
  name: 'stock_notice',
  group: 'Plugins',
  title: 'Back in stock',
  help: 'When a product that was sold out is available again, to those who asked for it.',
  placeholders: { product: { title: 'Product', sample: 'Moon Vase (White)' } },
  defaults: ({ product }) => ({
    subject: `${product} is back in stock`,
    heading: `${product} is back in stock`,
    intro: `You asked us to tell you: ${product} is available again. We cannot reserve it, so it may sell out.`,
  }),
  sample: (look) =>
    stockNoticeMail(
      look,
      { name: 'Moon Vase', title: 'White', slug: 'moon-vase', sku: 'MV-WHITE' },
      `${look.storeUrl}/unsubscribe`,
    ),
})

/** Answered requests after 30 days, unanswered ones after a year. */
export const deleteOldNotices = (db: Db) =>
  sql`delete from stock_notices
    where notified_at < now() - make_interval(days => ${KEEP_NOTIFIED_DAYS})
      or created_at < now() - make_interval(days => ${KEEP_WAITING_DAYS})`.execute(db)

export const sendNoticesJob = definePluginJob(backInStock, {
  name: 'send-notices',
  schedule: { every: 10, when: hasReturns },
  run: (_, context) => sendNotices(context),
})

export const deleteOldNoticesJob = definePluginJob(backInStock, {
  name: 'delete-old-notices',
  schedule: { every: 86_400 },
  run: async (_, { db }) => void (await deleteOldNotices(db)),
})
