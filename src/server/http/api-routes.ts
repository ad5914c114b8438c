import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { words } from '#contract/envelope.ts'
import { type CallLimits, createCallLimits } from './call-limits.ts'
import type { Services } from './context.ts'
import { ownOriginsOf, requireOwnOrigin } from './csrf.ts'
import { isDatabaseAway } from './database-away.ts'
import { badRequest, notFound, ShopError, unavailable } from './errors.ts'
import type { Answered, Operation, Pipeline } from './serve.ts'
import { readVisitor } from './session.ts'
import { setCookieHeader } from './set-cookie.ts'

/** Puts every call of the contract on HTTP, and answers everything else under /api with a 404 envelope. */
export function serveApi(
  app: FastifyInstance,
  pipeline: Pipeline,
  services: Pick<Services, 'config' | 'db' | 'log'>,
  limits: CallLimits = createCallLimits(services),
) {
  const { config, log } = services
  const ownOrigins = ownOriginsOf(config.storeUrl)
  const isSecure = config.storeUrl.startsWith('https:')

  app.register(async (api) => {
    api.removeAllContentTypeParsers()
    api.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      api.getDefaultJsonParser('error', 'error'),
    )
    api.addHook('onRequest', async (request) => requireOwnOrigin(request, ownOrigins))
    api.setErrorHandler((error, request, reply) => {
      const shown = asShopError(error, request.id)
      if (shown.httpStatus >= 500) log.error({ err: error, request_id: request.id }, 'request failed')
      return send(reply, refusal(shown), request.method)
    })

    for (const operation of pipeline.operations)
      api.route({
        method: operation.method,
        url: operation.path,
        async handler(request, reply) {
          const visitor = await readVisitor(services, request)
          await limits.require(operation, visitor)
          const answered = await pipeline.run({
            group: operation.group,
            name: operation.name,
            input: inputOf(request, operation),
            visitor,
            requestId: request.id,
          })
          return send(reply, answered, request.method)
        },
      })

    api.all('/api', async () => {
      throw notFound('There is no such call')
    })
    api.all('/api/*', async () => {
      throw notFound('There is no such call')
    })
  })

  function send(
    reply: FastifyReply,
    { httpStatus, body, file, cookies, headers = {}, retryAfterSeconds, clearsStorage }: Answered,
    method: string,
  ) {
    for (const cookie of cookies) reply.header('set-cookie', setCookieHeader(cookie, { isSecure }))
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    if (clearsStorage) reply.header('clear-site-data', '"storage"')
    reply
      .code(httpStatus)
      .headers(headers)
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
    if (file)
      return reply
        .type(file.type)
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .send(method === 'HEAD' ? '' : file.bytes)
    reply.type('application/json; charset=utf-8')
    return reply.send(method === 'HEAD' ? '' : JSON.stringify(body))
  }
}

const refusal = ({ httpStatus, code, message, beside, retryAfterSeconds }: ShopError): Answered => ({
  httpStatus,
  body: { status: 'error', code, message, ...beside },
  tags: [],
  cookies: [],
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
})

/** What Fastify itself refuses: broken JSON, another content type, a body that is too large. And a session that could not be read. */
export function asShopError(error: unknown, request_id: string): ShopError {
  if (error instanceof ShopError) return error
  if (isDatabaseAway(error)) return unavailable()
  const { statusCode } = error as { statusCode?: number }
  if (statusCode === 415) return badRequest('Please send JSON (content-type: application/json)', 415)
  if (statusCode === 413) return badRequest('This request is too large', 413)
  if (statusCode === undefined) return new ShopError(500, 'SERVER', words.server, { request_id })
  return badRequest('This request could not be read')
}

/** @throws 400 for a body that is no object, and for a body that names a path parameter again. */
function inputOf(request: FastifyRequest, { method, endpoint }: Operation): Record<string, unknown> {
  const params = onlyGiven(request.params as Record<string, string | undefined>)
  const query = scalars(request.query as Record<string, string | string[]>)
  if (method === 'GET') return { ...query, ...params }
  const body: unknown = request.body ?? {}
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('This request could not be read: the body must be a JSON object')
  for (const name of Object.keys(params))
    if (name in body) throw badRequest(`'${name}' is part of the address and must not be in the body`)
  return method === 'DELETE' || endpoint.takesQuery
    ? { ...query, ...body, ...params }
    : { ...body, ...params }
}

const onlyGiven = (params: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(params).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  )

/** `keys[]=a&keys[]=b` is the list `keys`. */
const scalars = (query: Record<string, string | string[]>) =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) =>
      name.endsWith('[]') ? [name.slice(0, -2), [value].flat()] : [name, value],
    ),
  )
