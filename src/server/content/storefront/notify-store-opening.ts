import { accountMail, atStore } from '#server/people/auth/auth-mails.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { type MailLook, readMailLook } from '#server/platform/notify/mail-look.ts'
import { defineMail, type Mail } from '#server/platform/notify/mail-texts.ts'

/** Mails per transaction. */
const BATCH = 200

/**
 * Queues one mail for every address that requested it, once the store is open: neither closed nor behind a password.
 * The schedule notices it, whatever changed the mode. Decisions §4, storefront/subscribe-to-mode.
 */
export const notifyStoreOpeningJob = defineJob<Services>({
  name: 'notify-store-opening',
  schedule: { every: 10, when: async ({ db }) => (await isDue.first(db))?.due === true },
  run: async (_payload, { db, config, log, signal }) => {
    const look = await readMailLook({ db, config })
    const mail = openingMail(look)
    let queued = 0
    while (!signal.aborted) {
      const batch = await queueBatch.first(db, BATCH, mail.subject, mail.text, mail.html)
      if (!batch?.queued) break
      queued += batch.queued
    }
    if (queued > 0) log.info({ queued }, 'store opening: mails queued')
  },
})

const isOpen = `exists (
  select from storefronts s join channels c on c.id = s.channel_id
  where c.is_default and s.license_status is not null and not s.is_password_protection_enabled
    and s.mode not in ('Coming Soon', 'Under Maintenance'))`

const isDue = prepared<{ due: boolean }>(
  'store opening due',
  `select ${isOpen} and exists (select from mode_subscriptions where notified_at is null) as due`,
)

/** Marks and queues in one statement, so that a crash or a second process never sends a mail twice. */
const queueBatch = prepared<{ queued: number }>(
  'queue store opening',
  `with taken as (
    update mode_subscriptions set notified_at = now() where id in (
      select id from mode_subscriptions where notified_at is null and ${isOpen}
      order by id limit $1::integer for update skip locked
    ) returning email
  ),
  queued as (
    insert into outbox (channel, kind, recipient, subject, text, html)
    select distinct 'mail', 'store_open', email, $2::text, $3::text, $4::text from taken
  )
  select count(*)::integer as queued from taken`,
)

const openingMail = (look: MailLook): Mail =>
  accountMail(
    look,
    storeOpening,
    {},
    {
      button: { href: look.storeUrl, label: 'Visit the store' },
      note: 'This is the only email about it. Your address is deleted from this list in 30 days.',
    },
  )

export const storeOpening = defineMail({
  name: 'store_open',
  group: 'Messages',
  title: 'The store is open',
  help: 'To visitors who left their address while the shop was closed.',
  placeholders: {},
  defaults: ({ store_name }) => ({
    subject: store_name ? `${store_name} is open` : 'The store is open',
    heading: 'We’re open',
    intro: `You asked us to let you know: you can now shop${atStore({ store_name })}.`,
  }),
  sample: openingMail,
})
