import { join } from 'node:path'
import { sql } from 'kysely'
import { readFormShown } from '#features/forms/read-form.server.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import type { Person } from '#server/platform/kernel/plugin.ts'
import { definePluginJob } from '#server/shop/plugins/define-plugin-job.ts'
import {
  defineAdminGroup,
  defineGroup,
  defineServerPlugin,
} from '#server/shop/plugins/define-server-plugin.ts'
import { subscriberAdminEndpoints } from './admin-contract.ts'
import { subscriberAdminRoutes } from './admin-routes.ts'
import { subscriptionEndpoints, subscriptionRoutes } from './contract.ts'
import { subscriberAdminHandlers, subscriptionHandlers } from './handlers.server.ts'
import { readSubscribers } from './manage-subscribers.server.ts'
import { emailSubscription } from './plugin.ts'
import { newsletterConfirmation, requestSubscription } from './subscribe.server.ts'
import { confirmationForm, newsletterForm } from './subscription-forms.ts'

const deleteUnconfirmedJob = definePluginJob(emailSubscription, {
  name: 'delete-unconfirmed',
  schedule: { every: 86_400 },
  run: async (_, { db }) => deleteUnconfirmed(db),
})

export const emailSubscriptionPlugin = defineServerPlugin(emailSubscription, {
  endpoints: [
    defineGroup({
      name: 'emailSubscription',
      routes: subscriptionRoutes,
      endpoints: subscriptionEndpoints,
      handlers: subscriptionHandlers,
    }),
  ],
  admin: {
    groups: [
      defineAdminGroup({
        name: 'adminSubscribers',
        routes: subscriberAdminRoutes,
        endpoints: subscriberAdminEndpoints,
        handlers: subscriberAdminHandlers,
      }),
    ],
  },
  forms: { newsletter: newsletterForm, 'newsletter-confirmation': confirmationForm },
  slots: {
    async 'footer.columns'(_, { api }) {
      const form = await readFormShown({ api, path: '/forms/newsletter', query: '' }, 'newsletter')
      if (!form) return undefined
      const { action, page, started, consent } = form
      return { form: { action, page, started, consent } }
    },
  },
  hooks: {
    /** The checkout's opt-in. */
    'order.placed.job': async ({ order_id }, { config, services }) => {
      const email = await findOptedIn(services.db, order_id)
      if (email) await requestSubscription(services, config, { email, source: 'checkout' })
    },
  },
  mails: [newsletterConfirmation],
  jobs: [deleteUnconfirmedJob],
  personalData: [
    {
      tables: ['email_subscriptions'],
      read: async (db, person) => ({ newsletter: await readSubscription(db, person) }),
      erase: (tx, { email }) =>
        sql`delete from email_subscriptions where email = lower(${email})`.execute(tx),
    },
  ],
  exportRows: readSubscribers,
  migrations: join(import.meta.dirname, 'migrations'),
  demo: {
    config: {
      consent_text:
        'By subscribing you accept our [privacy policy](/privacy-policy). You can leave at any time.',
    },
  },
})

export const deleteUnconfirmed = async (db: Db) => {
  await sql`delete from email_subscriptions where confirmed_at is null and requested_at < now() - interval '7 days'`.execute(
    db,
  )
}

async function findOptedIn(db: Db, orderId: number): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`select k.email from orders o join carts k on k.id = o.cart_id
    where o.id = ${orderId} and k.is_marketing_opted_in and k.email <> ''`.execute(db)
  return rows[0]?.email
}

async function readSubscription(db: Db, { email }: Person) {
  const { rows } = await sql`select source, wording, wording_version, requested_at, confirmed_at
    from email_subscriptions where email = lower(${email})`.execute(db)
  return rows
}
