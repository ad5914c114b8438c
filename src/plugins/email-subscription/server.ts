import { join } from 'node:path'
import { defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { adminSubscriberGroup, subscriptionGroup, subscriptionSlots } from './handlers.server.ts'
import { readSubscribers, subscriptionPersonalData } from './manage-subscribers.server.ts'
import { emailSubscription } from './plugin.ts'
import { deleteUnconfirmedJob, newsletterConfirmation, subscribeFromOrder } from './subscribe.server.ts'
import { confirmationForm, newsletterForm } from './subscription-forms.ts'

export const emailSubscriptionPlugin = defineServerPlugin(emailSubscription, {
  apiVersion: 1,
  endpoints: [subscriptionGroup],
  admin: { groups: [adminSubscriberGroup] },
  forms: { newsletter: newsletterForm, 'newsletter-confirmation': confirmationForm },
  slots: subscriptionSlots,
  hooks: {
    'order.placed.job': ({ order_id }, { config, services }) =>
      subscribeFromOrder(services, config, order_id),
  },
  mails: [newsletterConfirmation],
  jobs: [deleteUnconfirmedJob],
  personalData: [subscriptionPersonalData],
  exportRows: readSubscribers,
  migrations: join(import.meta.dirname, 'migrations'),
  demo: {
    config: {
      consent_text:
        'By subscribing you accept our [privacy policy](/privacy-policy). You can leave at any time.',
    },
  },
})
