import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { acceptEntries, type FormInput, mayMail } from '#server/content/forms/accept-entries.ts'
import type { Config as ShopConfig } from '#server/platform/config/config.ts'
import { signFor } from '#server/platform/config/sign-for.ts'
import type { Db, Services, Tx } from '#server/platform/kernel/context.ts'
import { type MailLook, readMailLook } from '#server/platform/notify/mail-look.ts'
import { mailButton, mailFoot, mailLink, mailPage, mailText } from '#server/platform/notify/mail-page.ts'
import { defineMail, type Mail, textsOfMail } from '#server/platform/notify/mail-texts.ts'
import { unsubscribeUrl } from '#server/platform/notify/unsubscribe-link.ts'
import { definePluginJob } from '#server/shop/plugins/define-plugin-job.ts'
import { emailSubscription } from './plugin.ts'
import { newsletterForm } from './subscription-forms.ts'

/** Works before the confirmation as well: the address then gets no marketing mail. */
const LEAVE = 'Unsubscribe'

type Config = { consent_text: string; submit_label: string }
export type Source = 'section' | 'footer' | 'checkout'

/**
 * Takes a request for the newsletter and mails a link that confirms it. The reply is the same for a known address. Decisions §4;
 * security §10; ADR 0026.
 *
 * @throws 422 at `email`; 429.
 */
export async function subscribe(
  db: Db,
  config: Config,
  { email: typed, source, ...traps }: { email: string; source: Source } & Omit<FormInput, 'values'>,
  { shop, ip }: { shop: ShopConfig; ip: string },
): Promise<{ email: string }> {
  const { fields } = newsletterForm(config)
  const accepted = await acceptEntries(
    db,
    { config: shop, ip },
    { slug: 'newsletter', fields },
    { values: { email: typed }, ...traps },
  )
  if (!accepted) return { email: typed }
  const email = String(accepted.email)
  await requestSubscription({ db, config: shop }, config, { email, source })
  return { email }
}

/** Records the request with the consent text, and queues the mail unless the address is subscribed already. */
export async function requestSubscription(
  { db, config: shop }: { db: Db | Tx; config: ShopConfig },
  { consent_text }: Config,
  { email: typed, source }: { email: string; source: Source },
): Promise<void> {
  const email = typed.trim().toLowerCase()
  if (await isConfirmed(db, email)) return
  if (!(await mayMail(db, email))) return
  const look = await readMailLook({ db, config: shop })
  const version = createHash('sha256').update(consent_text).digest('hex').slice(0, 12)
  await sql`insert into email_subscriptions (email, source, wording, wording_version)
    values (${email}, ${source}, ${consent_text}, ${version})
    on conflict (email) do update set source = excluded.source, wording = excluded.wording,
      wording_version = excluded.wording_version, requested_at = now()`.execute(db)
  await queueConfirmation(db, look, email, {
    confirm: confirmationUrl(shop, email),
    unsubscribe: unsubscribeUrl(shop, email),
  })
}

async function isConfirmed(db: Db, email: string): Promise<boolean> {
  const { rows } =
    await sql`select from email_subscriptions s where email = ${email} and confirmed_at is not null
    and not exists (select from mail_refusals f where f.email = s.email)`.execute(db)
  return rows.length > 0
}

/** Valid for seven days. */
export function confirmationUrl(shop: ShopConfig, email: string, now = Date.now()): string {
  const time = Math.floor(now / 1_000)
  const token = `${time}.${signFor(shop, 'newsletter confirmation', `${email} ${time}`)}`
  return `${shop.storeUrl}/forms/newsletter-confirmation?${new URLSearchParams({ email, token })}`
}

type Links = { confirm: string; unsubscribe: string }

const queueConfirmation = (db: Db, look: MailLook, recipient: string, links: Links) =>
  db
    .insertInto('outbox')
    .values({
      channel: 'mail',
      kind: 'newsletter_confirmation',
      recipient,
      ...confirmationMail(look, links),
    })
    .execute()

function confirmationMail(look: MailLook, { confirm, unsubscribe }: Links): Mail {
  const { subject, heading, intro, closing } = textsOfMail(look, newsletterConfirmation, {})
  return {
    subject,
    text: [...intro, confirm, ...closing, mailFoot(look), `${LEAVE}: ${unsubscribe}`].join('\n\n'),
    html: mailPage(look, {
      title: subject,
      preview: (intro[0] ?? heading).slice(0, 120),
      heading,
      parts: [
        ...intro.map(mailText),
        mailButton(look, { href: confirm, label: 'Confirm subscription' }),
        ...closing.map(mailText),
        mailLink(look, { href: unsubscribe, label: LEAVE }),
      ],
    }),
  }
}

export const newsletterConfirmation = defineMail({
  name: 'newsletter_confirmation',
  group: 'Plugins',
  title: 'Confirm the newsletter',
  help: 'When a visitor subscribes to the newsletter. Nothing else is sent before the address is confirmed.',
  placeholders: {},
  defaults: ({ store_name }) => ({
    subject: 'Confirm your subscription',
    heading: 'Confirm your subscription',
    intro: `Please confirm that you want to receive the newsletter of ${store_name}. If you did not ask for it, ignore this email.`,
  }),
  sample: (look) =>
    confirmationMail(look, {
      confirm: `${look.storeUrl}/forms/newsletter-confirmation`,
      unsubscribe: `${look.storeUrl}/unsubscribe`,
    }),
})

/** Requests the subscription of a shopper who opted in at the checkout. */
export async function subscribeFromOrder(services: Services, config: Config, orderId: number): Promise<void> {
  const email = await findOptedIn(services.db, orderId)
  if (email) await requestSubscription(services, config, { email, source: 'checkout' })
}

async function findOptedIn(db: Db, orderId: number): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`select k.email from orders o join carts k on k.id = o.cart_id
    where o.id = ${orderId} and k.is_marketing_opted_in and k.email <> ''`.execute(db)
  return rows[0]?.email
}

export const deleteUnconfirmed = async (db: Db) => {
  await sql`delete from email_subscriptions where confirmed_at is null and requested_at < now() - interval '7 days'`.execute(
    db,
  )
}

export const deleteUnconfirmedJob = definePluginJob(emailSubscription, {
  name: 'delete-unconfirmed',
  schedule: { every: 86_400 },
  run: async (_, { db }) => deleteUnconfirmed(db),
})
