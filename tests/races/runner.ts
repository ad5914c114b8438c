import pino from 'pino'
import { allHandlers } from '#server/all-handlers.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, Services } from '#server/http/context.ts'
import { createServer } from '#server/http/create-server.ts'
import { type AllHandlers, createPipeline } from '#server/http/serve.ts'
import { serveWebhooks } from '#server/payments/webhook-route.ts'
import { readDefaultChannel } from '#server/storefront/read-channel.ts'

/** One call of the API by somebody with these cookies: `checkout.placeOrder`. */
export type Called = {
  name: string
  input: Record<string, unknown>
  cookies: Record<string, string>
  ip: string
}

/** Answers calls and webhooks as a process of the shop does, on a database that others use too. */
export type Runner = {
  call(called: Called): Promise<{ body: unknown; cookies: Record<string, string> }>
  /** A webhook of the test gateway. @returns the status. */
  webhook(notice: { body: string; headers: Record<string, string> }): Promise<number>
  close(): Promise<unknown>
}

export async function openRunner({ db, config }: { db: Db; config: Config }): Promise<Runner> {
  const channel = await readDefaultChannel(db)
  const log = pino({ level: 'silent' })
  // Nothing of what races is remembered from one call to the next.
  const changes = { subscribe: () => () => {} }
  const services = { db, config, log, changes } as unknown as Services
  const pipeline = createPipeline({
    services,
    handlers: allHandlers as unknown as AllHandlers,
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
