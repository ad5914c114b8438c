import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { readFormShown } from '#features/forms/read-form.server.ts'
import { requireProofForExport } from '#server/people/staff/start-staff-session.ts'
import { actorOf } from '#server/platform/audit/audit-log.ts'
import { missingPermission, pluginInactive } from '#server/platform/kernel/errors.ts'
import { type Handlers, say, sendCsv, today } from '#server/platform/kernel/handlers.ts'
import { pluginConfig, type SlotLoaders } from '#server/platform/kernel/plugin.ts'
import { staffOf } from '#server/platform/sessions/staff-session.ts'
import { defineAdminGroup, defineGroup } from '#server/shop/plugins/define-server-plugin.ts'
import { subscriberAdminEndpoints } from './admin-contract.ts'
import { subscriberAdminRoutes } from './admin-routes.ts'
import { confirmSubscription } from './confirm.server.ts'
import { subscriptionEndpoints, subscriptionRoutes } from './contract.ts'
import { exportSubscribers, listSubscribers, unsubscribe } from './manage-subscribers.server.ts'
import { emailSubscription } from './plugin.ts'
import { subscribe } from './subscribe.server.ts'

const subscriptionHandlers: Handlers<typeof subscriptionEndpoints> = {
  async subscribe(input, call) {
    const config = await pluginConfig(call, emailSubscription)
    if (!config) throw pluginInactive()
    const data = await subscribe(call.db, config, input, { shop: call.config, ip: call.visitor.ip })
    return say('Please check your inbox and confirm your subscription', data)
  },

  async confirm(input, call) {
    return say('You are subscribed', await confirmSubscription(call.db, call.config, input))
  },
}

const subscriberAdminHandlers: Handlers<typeof subscriberAdminEndpoints> = {
  list: (query, { db }) => listSubscribers(db, query),

  async unsubscribe({ ids }, call) {
    const results = await unsubscribe(call.db, ids, actorOf(call.visitor))
    const done = results.filter(({ code }) => code === null).length
    return say(`${done} of ${results.length} unsubscribed`, { results })
  },

  async export({ segment }, call) {
    requireProofForExport(call)
    const staff = staffOf(call)
    if (segment !== undefined && !staff.permissions.includes('customers.read')) throw missingPermission(staff)
    const file = await exportSubscribers(call, actorOf(call.visitor), {
      segment,
      timeZone: timeZoneOf(call.channel.locale),
    })
    return sendCsv(`subscribers-${today()}`, file)
  },
}

export const subscriptionGroup = defineGroup({
  name: 'emailSubscription',
  routes: subscriptionRoutes,
  endpoints: subscriptionEndpoints,
  handlers: subscriptionHandlers,
})

export const adminSubscriberGroup = defineAdminGroup({
  name: 'adminSubscribers',
  routes: subscriberAdminRoutes,
  endpoints: subscriberAdminEndpoints,
  handlers: subscriberAdminHandlers,
})

export const subscriptionSlots: SlotLoaders = {
  async 'footer.columns'(_, { api }) {
    const form = await readFormShown({ api, path: '/forms/newsletter', query: '' }, 'newsletter')
    if (!form) return undefined
    const { action, page, started, consent } = form
    return { form: { action, page, started, consent } }
  },
}
