import type { FastifyInstance } from 'fastify'
import { ownValue } from '#contract/rules/own-value.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { barePage } from '../bare-pages.ts'

type Link = { Params: { plugin: string; name: string }; Querystring: { token?: unknown } }

/** Longer ones are not looked up. */
const LONGEST_TOKEN = 100

/**
 * `/documents/<module_name>/<name>?token=…`: a page of an active plugin for who has its link, without a script, such as a card to print.
 * Cookies are ignored. Log lines mask the token, caches and search engines get nothing of it, and links in the page do not pass it on.
 */
export const servePluginDocuments = (
  app: FastifyInstance,
  services: Pick<Services, 'db' | 'config' | 'plugins'>,
) =>
  app.get<Link>(
    '/documents/:plugin/:name',
    { config: { whileLocked: true } },
    async ({ params, query }, reply) => {
      const active = await services.plugins.active()
      const plugin = active.find(
        ({ plugin: { definition } }) => definition.module_name === params.plugin,
      )?.plugin
      const read = ownValue(plugin?.documents ?? {}, params.name)
      const isToken = typeof query.token === 'string' && query.token.length <= LONGEST_TOKEN
      const document = read && isToken ? await read(String(query.token), services) : undefined
      const page = barePage(document ? 200 : 404, document ?? noDocument, {
        'referrer-policy': 'no-referrer',
      })
      return reply.code(page.status).headers(page.headers).send(page.body)
    },
  )

const noDocument = {
  title: 'This link does not work',
  lead: 'It is not whole, or its time is over. Please open it from the mail once more.',
  detail: '<p><a href="/">To the shop</a></p>',
}
