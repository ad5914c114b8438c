import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/platform/kernel/context.ts'
import { readStaffVisitor } from '#server/platform/sessions/session.ts'
import { asShopError } from '../as-shop-error.ts'

type Route = { Params: Record<string, string>; Querystring: Record<string, unknown> }

type Preview = {
  url: string
  /** Its Content-Security-Policy. */
  policy: string
  /** The document that says why there is no preview. */
  sentence: { type: string; of: (text: string) => string }
  answer: (request: FastifyRequest<Route>, reply: FastifyReply) => Promise<unknown>
}

/** A preview of what staff have typed, for those who may read settings. What cannot be shown is answered with its reason. */
export function serveStaffPreview(
  app: FastifyInstance,
  services: Pick<Services, 'db' | 'config'>,
  { url, policy, sentence, answer }: Preview,
) {
  app.get<Route>(url, { config: { whileLocked: true } }, async (request, reply) => {
    const { staff } = await readStaffVisitor(services, request)
    reply.headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    const refuse = (status: number, text: string) =>
      reply.code(status).type(sentence.type).send(sentence.of(text))
    if (!staff?.permissions.includes('settings.read'))
      return refuse(403, 'Please sign in to see this preview.')
    try {
      return await answer(request, reply)
    } catch (error) {
      const { httpStatus, message, extra } = asShopError(error, request.id)
      if (httpStatus >= 500) throw error
      const [first = message] = Object.values(extra.errors ?? {}).flat()
      return refuse(httpStatus, first)
    }
  })
}

/** What a form has, as JSON in the query; anything else is refused by its schema. */
export function typedJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return text
  }
}
