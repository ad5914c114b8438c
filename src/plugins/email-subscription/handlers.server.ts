import { requireProofForExport } from '#server/people/staff/start-staff-session.ts'
import { actorOf } from '#server/platform/audit/audit-log.ts'
import { pluginInactive } from '#server/platform/kernel/errors.ts'
import { type Handlers, say, sendFile } from '#server/platform/kernel/handlers.ts'
import { pluginConfig } from '#server/platform/kernel/plugin.ts'
import type { subscriberAdminEndpoints } from './admin-contract.ts'
import { confirmSubscription } from './confirm.server.ts'
import type { subscriptionEndpoints } from './contract.ts'
import { exportSubscribers, listSubscribers, unsubscribe } from './manage-subscribers.server.ts'
import { emailSubscription } from './plugin.ts'
import { subscribe } from './subscribe.server.ts'

export const subscriptionHandlers: Handlers<typeof subscriptionEndpoints> = {
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

export const subscriberAdminHandlers: Handlers<typeof subscriberAdminEndpoints> = {
  list: (query, { db }) => listSubscribers(db, query),

  async unsubscribe({ ids }, call) {
    const results = await unsubscribe(call.db, ids, actorOf(call.visitor))
    const done = results.filter(({ code }) => code === null).length
    return say(`${done} of ${results.length} unsubscribed`, { results })
  },

  async export(_input, call) {
    requireProofForExport(call)
    const day = new Date().toISOString().slice(0, 10)
    const bytes = await exportSubscribers(call, actorOf(call.visitor))
    return sendFile({ type: 'text/csv', name: `subscribers-${day}.csv`, bytes })
  },
}
