import { sql } from 'kysely'
import type { Services, Tx } from '#server/platform/kernel/context.ts'
import { pluginConfig } from '#server/platform/kernel/plugin.ts'
import { type MailLook, readMailLook } from '#server/platform/notify/mail-look.ts'
import { mailButton, mailText } from '#server/platform/notify/mail-page.ts'
import { defineMail, samplesOf, textsOfMail } from '#server/platform/notify/mail-texts.ts'
import { type MarketingMail, marketingMail, queueMarketing } from '#server/platform/notify/queue-marketing.ts'
import { definePluginJob } from '#server/shop/plugins/define-plugin-job.ts'
import { isDelivered } from './find-purchases.server.ts'
import { review } from './plugin.ts'

/** Schedules the request for a review of a delivered order, once per order. */
export async function scheduleRequest(tx: Tx, orderId: number, days: number): Promise<void> {
  if (days === 0) return
  await sql`insert into review_requests (order_id, due_at)
    select id, now() + make_interval(days => ${days}) from orders where id = ${orderId} and customer_id is not null
    on conflict (order_id) do nothing`.execute(tx)
}

/**
 * Mails the requests that are due: each once, and none for an order without an unreviewed item. The outbox sends them only to
 * customers who accept marketing. ADR 0041.
 */
export async function sendRequests(services: Pick<Services, 'db' | 'config' | 'plugins'>): Promise<void> {
  const { db, config } = services
  const settings = await pluginConfig(services, review)
  if (!settings || settings.request_days === 0) return
  const look = await readMailLook({ db, config })
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ order_no: string; email: string; first_name: string; names: string[] }>`
      with due as (
        update review_requests q set done_at = now() from (
          select order_id from review_requests where done_at is null and due_at <= now()
          order by due_at limit 200 for update skip locked
        ) d where d.order_id = q.order_id returning q.order_id
      )
      select o.order_no, c.email, c.first_name, array_agg(distinct i.name) as names
      from due join orders o on o.id = due.order_id join customers c on c.id = o.customer_id
      join order_items i on i.order_id = o.id
      where ${isDelivered} and i.status = 'delivered' and i.variation_id is not null and coalesce(c.email, '') <> ''
        and not exists (select from reviews r where r.order_item_id = i.id)
      group by o.id, c.id`.execute(tx)
    for (const { order_no, email, first_name, names } of rows) {
      const href = `${config.storeUrl}/account/reviews?order=${encodeURIComponent(order_no)}`
      const mail = reviewRequestMail(look, {
        values: { first_name, order_no, products: names.join(', ') },
        href,
      })
      await queueMarketing(
        tx,
        { config, look },
        {
          name: 'review-request',
          recipient: email,
          ...mail,
        },
      )
    }
  })
}

type RequestValues = { first_name: string; order_no: string; products: string }

function reviewRequestMail(
  look: MailLook,
  { values, href }: { values: RequestValues; href: string },
): Omit<MarketingMail, 'name' | 'recipient'> {
  const { subject, heading, intro, closing } = textsOfMail(look, reviewRequest, values)
  return {
    subject,
    heading,
    text: [...intro, href, ...closing].join('\n\n'),
    parts: [
      ...intro.map(mailText),
      mailButton(look, { href, label: 'Write a review' }),
      ...closing.map(mailText),
    ],
  }
}

const placeholders = {
  first_name: { title: 'First name; may be empty', sample: 'Asha' },
  order_no: { title: 'Order number', sample: 'KL-100042' },
  products: { title: 'Products without a review', sample: 'Moon Vase, Dinner Plate' },
}

export const reviewRequest = defineMail({
  name: 'review_request',
  group: 'Plugins',
  title: 'Request for a review',
  help: 'Some days after the delivery, to customers who accept marketing.',
  placeholders,
  defaults: ({ first_name, order_no, products }) => ({
    subject: 'How do you like your order?',
    heading: 'How do you like your order?',
    intro: `Hello ${first_name || 'there'},\n\nhow do you like your order ${order_no}? Your review helps other customers: ${products}.`,
  }),
  sample: (look) =>
    marketingMail(
      look,
      reviewRequestMail(look, {
        values: samplesOf(placeholders),
        href: `${look.storeUrl}/account/reviews`,
      }),
      `${look.storeUrl}/unsubscribe`,
    ),
})

export const sendRequestsJob = definePluginJob(review, {
  name: 'send-requests',
  schedule: { every: 3_600 },
  run: (_, services) => sendRequests(services),
})
