import pino from 'pino'
import { installedPlugins } from '#plugins/installed.server.ts'
import { serveWebhooks } from '#server/commerce/payments/webhook-route.ts'
import { coreGroups } from '#server/core-groups.ts'
import { createServer } from '#server/http/create-server.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Db, Services } from '#server/platform/kernel/context.ts'
import { createPipeline } from '#server/platform/kernel/pipeline.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { createPluginRegistry, noPlugins } from '#server/shop/plugins/registry.ts'

export type RunnerOptions = { db: Db; config: Config; hasPlugins: boolean }

/** One API call of a visitor with these cookies, such as `checkout.placeOrder`. */
export type Called = {
  name: string
  input: Record<string, unknown>
  cookies: Record<string, string>
  ip: string
}

/** Answers calls and webhooks as a process of the shop does, on a shared database. */
export type Runner = {
  call(called: Called): Promise<{ body: unknown; cookies: Record<string, string> }>
  /** A webhook of the test gateway. @returns the status. */
  webhook(notice: { body: string; headers: Record<string, string> }): Promise<number>
  close(): Promise<unknown>
}

/** @param options.hasPlugins the installed plugins take part, as far as the database has them active. */
export async function openRunner({ db, config, hasPlugins }: RunnerOptions): Promise<Runner> {
  const channel = await readDefaultChannel(db)
  const log = pino({ level: 'silent' })
  // The races read no cached data, so no change feed is needed.
  const changes = { subscribe: () => () => {} }
  const plugins = hasPlugins ? createPluginRegistry(installedPlugins, { db, log, changes }) : noPlugins
  const services = { db, config, log, changes, plugins } as unknown as Services
  const pipeline = createPipeline({
    services,
    groups: coreGroups,
    readChannel: async () => channel,
  })
  const app = createServer(services)
  serveWebhooks(app, services)
  await app.ready()
  return {
    async call({ name, input, cookies, ip }) {
      const [group = '', call = ''] = name.split('.')
      const visitor = { cookies, ip, userAgent: 'race', customerId: null }
      const { body, cookies: set } = await pipeline.run({ group, name: call, input, visitor })
      return { body, cookies: Object.fromEntries(set.map(({ name, value }) => [name, value])) }
    },
    async webhook({ body, headers }) {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/api/payments/webhook/test_gateway',
        headers: { 'content-type': 'application/json', ...headers },
        payload: body,
      })
      return statusCode
    },
    close: () => app.close(),
  }
}
