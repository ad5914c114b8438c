import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MAX_STAFF_PICTURE_MB } from '#contract/rules/file-rules.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { ownOriginsOf, requireOwnOrigin } from '#server/platform/kernel/csrf.ts'
import { badRequest, forbidden, notFound, signInFirst } from '#server/platform/kernel/errors.ts'
import type { CallReply, Operation, Pipeline } from '#server/platform/kernel/pipeline.ts'
import { setCookieHeader } from '#server/platform/kernel/set-cookie.ts'
import { type CallLimits, createCallLimits } from '#server/platform/limits/call-limits.ts'
import { tooLarge } from '#server/platform/media/uploaded-picture.ts'
import { isKeyCall } from '#server/platform/sessions/api-key.ts'
import { readStaffVisitor, readVisitor, visitorOf } from '#server/platform/sessions/session.ts'
import { asShopError, refusalReply, statusCodeOf } from '../as-shop-error.ts'
import {
  MAX_FILE_FORM_BYTES,
  MAX_RECORD_BYTES,
  MAX_STAFF_FORM_BYTES,
  readFormBody,
} from '../forms/form-body.ts'
import { formInput } from '../forms/form-input.ts'
import { codeOf, noteRefusal } from '../note-refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fields of the body that take a file, and its limit where it is not that of shoppers. */
    takesFiles?: readonly string[]
    maxFileMb?: number
  }
}

type ApiRoute = {
  Params: Record<string, string | undefined>
  Querystring: Record<string, string | string[]>
}
type ApiRequest = FastifyRequest<ApiRoute>

/** Serves every endpoint of the contract over HTTP, and answers everything else under /api with a 404 envelope. */
export function serveApi(
  app: FastifyInstance,
  pipeline: Pipeline,
  services: Pick<Services, 'config' | 'db' | 'log' | 'refusals'>,
  limits: CallLimits = createCallLimits(services),
) {
  const { config, log, refusals } = services
  const ownOrigins = ownOriginsOf(config.storeUrl)
  const isSecure = config.storeUrl.startsWith('https:')
  const requireStaff = async (request: FastifyRequest) => {
    if (!(await readStaffVisitor(services, request)).staff) throw signInFirst()
  }

  app.register(async (api) => {
    api.removeAllContentTypeParsers()
    api.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      api.getDefaultJsonParser('error', 'error'),
    )
    api.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    api.addHook('onRequest', async (request) => {
      if (!isKeyCall(request)) requireOwnOrigin(request, ownOrigins)
    })
    api.setErrorHandler(async (error, request, reply) => {
      const shown = asShopError(readable(error, request), request.id)
      const call = `${request.method} ${request.routeOptions.url ?? ''}`
      await noteRefusal(refusals, request, { call, visitor: visitorOf(request), code: shown.code })
      if (shown.httpStatus >= 500) log.error({ err: error, request_id: request.id }, 'request failed')
      return sendReply(reply, refusalReply(shown), isSecure)
    })

    for (const operation of pipeline.operations)
      api.route<ApiRoute>({
        method: operation.method,
        url: operation.path,
        config: {
          ...(operation.endpoint.whileLocked && { whileLocked: operation.endpoint.whileLocked }),
          ...(operation.endpoint.takesFiles && { takesFiles: operation.endpoint.takesFiles }),
          ...(isOfStaff(operation) && { maxFileMb: MAX_STAFF_PICTURE_MB }),
        },
        ...(operation.endpoint.takesForm && {
          bodyLimit: isOfStaff(operation) ? MAX_STAFF_FORM_BYTES : MAX_FILE_FORM_BYTES,
        }),
        ...(operation.endpoint.hasLargeBody && { bodyLimit: MAX_RECORD_BYTES }),
        // Before the body, which is large: only staff may fill the memory with it.
        ...((operation.endpoint.takesForm || operation.endpoint.hasLargeBody) &&
          isOfStaff(operation) && { onRequest: requireStaff }),
        async handler(request, reply) {
          const visitor = await (isBackOffice(operation) ? readStaffVisitor : readVisitor)(services, request)
          await limits.require(operation, visitor)
          const answered = await pipeline.run({
            group: operation.group,
            name: operation.name,
            ...(Buffer.isBuffer(request.body)
              ? await formInputOf(request, request.body, operation)
              : { input: inputOf(request, operation) }),
            visitor,
            requestId: request.id,
          })
          if (answered.httpStatus >= 400)
            await noteRefusal(refusals, request, {
              call: `${operation.group}.${operation.name}`,
              visitor,
              code: codeOf(answered),
            })
          return sendReply(reply, answered, isSecure)
        },
      })

    api.all('/api', async () => {
      throw notFound('Endpoint not found')
    })
    api.all('/api/*', async () => {
      throw notFound('Endpoint not found')
    })
  })
}

/** Sends the envelope of a call, or its file, with its cookies. */
export function sendReply(
  reply: FastifyReply,
  { httpStatus, body, file, cookies, headers = {}, retryAfterSeconds, clearsStorage }: CallReply,
  isSecure: boolean,
) {
  const { method } = reply.request
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
      .send(
        method === 'HEAD' ? '' : Buffer.isBuffer(file.content) ? file.content : Readable.from(file.content),
      )
  reply.type('application/json; charset=utf-8')
  return reply.send(method === 'HEAD' ? '' : JSON.stringify(body))
}

const isOfStaff = ({ endpoint }: Operation) => endpoint.access === 'staff'

/** Also its sign-in, which replaces the browser's staff session. */
const isBackOffice = ({ path }: Operation) => path.startsWith('/api/admin/')

/** A body above the server's limit is reported as a file that is too large, at the field of the file. */
function readable(error: unknown, { routeOptions }: FastifyRequest) {
  const { takesFiles, maxFileMb } = routeOptions.config
  return statusCodeOf(error) === 413 && takesFiles?.[0]
    ? tooLarge(takesFiles[0], 'picture', maxFileMb)
    : error
}

/**
 * The input and the files of a call whose body is a form with files.
 * @throws 415 where the endpoint takes no form; 403 without the header that a form on another site cannot send. Security §8.
 */
async function formInputOf(request: ApiRequest, body: Buffer, { endpoint }: Operation) {
  if (!endpoint.takesForm) throw badRequest('This request must have a JSON body', 415)
  if (!request.headers['x-requested-with']) throw forbidden()
  const params = onlyGiven(request.params)
  const { texts, files } = await readFormBody(body, request.headers['content-type'])
  return { input: { ...formInput(endpoint.input, texts), ...params }, uploads: files }
}

/** @throws 400 for a body that is not an object, or that repeats a path parameter. */
function inputOf(request: ApiRequest, { method, endpoint }: Operation): Record<string, unknown> {
  const params = onlyGiven(request.params)
  const query = scalars(request.query)
  if (method === 'GET') return { ...query, ...params }
  const body: unknown = request.body ?? {}
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('This request could not be read: the body must be a JSON object')
  for (const name of Object.keys(params))
    if (Object.hasOwn(body, name))
      throw badRequest(`'${name}' is part of the address and must not be in the body`)
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
