import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Api, Call } from '#contract/client.ts'
import type { Endpoint } from '#contract/define-endpoints.ts'
import { endpoints } from '#contract/endpoints.ts'
import { words } from '#contract/envelope.ts'
import { routes } from '#contract/routes.ts'
import type { Channel } from '../storefront/read-channel.ts'
import type { CallContext, CookieToSet, Services, Visitor } from './context.ts'
import { isDatabaseAway } from './database-away.ts'
import { invalid, ShopError, signInFirst, unavailable } from './errors.ts'
import { fieldErrors } from './field-errors.ts'
import { type FileAnswer, isFile, isSaid } from './handlers.ts'
import { createInProcessClient } from './in-process-client.ts'
import { findUnstorable } from './unstorable.ts'

/** One call as the pipeline sees it, from HTTP or from a loader in this process. */
export type Asked = {
  group: string
  name: string
  /** Path parameters, query and body together. */
  input: Record<string, unknown>
  visitor: Visitor
  requestId?: string
  isForEveryone?: boolean
}

export type Answered = {
  httpStatus: number
  /** The envelope, or the bare value where the endpoint says so. */
  body: unknown
  /** Sent in place of the body. */
  file?: FileAnswer
  tags: string[]
  cookies: CookieToSet[]
  headers?: Record<string, string>
  retryAfterSeconds?: number
  clearsStorage?: boolean
}

export type Pipeline = {
  run(asked: Asked): Promise<Answered>
  /** The typed client in process: runs the very pipeline that HTTP runs. */
  openApi(visitor: Visitor, effects?: Effects): Api
  operations: readonly Operation[]
}

export type Effects = {
  onTag?: (tag: string) => void
  onCookie?: (cookie: CookieToSet) => void
  /** What is asked goes into a page for everyone. */
  isForEveryone?: boolean
}

export type Operation = {
  group: string
  name: string
  method: string
  path: string
  endpoint: Endpoint
  parse: z.ZodType
  handle: (input: never, call: CallContext) => unknown
}

export type AllHandlers = Record<string, Record<string, (input: never, call: CallContext) => unknown>>

type Options = {
  services: Services
  handlers: AllHandlers
  readChannel: (visitor: Visitor) => Promise<Channel>
}

/** The one way in: parse -> access -> handler -> envelope. Architecture, "The way of data"; decisions §1.4. */
export function createPipeline({ services, handlers, readChannel }: Options): Pipeline {
  const operations = listOperations(handlers)
  const byName = new Map(operations.map((operation) => [`${operation.group}.${operation.name}`, operation]))

  async function run(asked: Asked): Promise<Answered> {
    const { isForEveryone = false } = asked
    const tags = new Set<string>()
    const cookies: CookieToSet[] = []
    const headers: Record<string, string> = {}
    let api: Api | undefined
    let clearsStorage = false
    try {
      const operation = byName.get(`${asked.group}.${asked.name}`)
      if (!operation) throw new Error(`No such call: ${asked.group}.${asked.name}`)
      const input = parseInput(operation, asked.input)
      if (operation.endpoint.access === 'customer' && asked.visitor.customerId === null) throw signInFirst()
      const call: CallContext = {
        ...services,
        visitor: asked.visitor,
        channel: await readChannel(asked.visitor),
        cartOwner: (ref) => cartOwnerOf(asked.visitor, ref),
        // Made when it is asked for: few calls are made of others, and for the small ones it was half of their cost.
        get api() {
          api ??= openApi(asked.visitor, {
            onTag: (tag) => tags.add(tag),
            onCookie: (cookie) => cookies.push(cookie),
            isForEveryone,
          })
          return api
        },
        isForEveryone,
        tag: (...more) => more.forEach((tag) => void tags.add(tag)),
        setCookie: (cookie) => void cookies.push(cookie),
        clearBrowserStorage: () => {
          clearsStorage = true
        },
        setHeader: (name, value) => {
          headers[name] = value
        },
      }
      const answer = await operation.handle(input as never, call)
      if (isFile(answer)) return { httpStatus: 200, body: null, file: answer, tags: [...tags], cookies }
      const body = envelopeOf(answer, operation)
      if (services.config.mode === 'test') checkReply(operation, body)
      return { httpStatus: 200, body, tags: [...tags], cookies, headers, clearsStorage }
    } catch (thrown) {
      return { ...failureOf(thrown, asked, services), tags: [...tags], cookies }
    }
  }

  function openApi(visitor: Visitor, effects: Effects = {}) {
    return createInProcessClient(async ({ group, name, input, path }: Call) => {
      const answered = await run({
        group,
        name,
        input: { ...input, ...paramsOf(group, name, path) },
        visitor,
        isForEveryone: effects.isForEveryone ?? false,
      })
      if (effects.onTag) for (const tag of answered.tags) effects.onTag(tag)
      if (effects.onCookie) for (const cookie of answered.cookies) effects.onCookie(cookie)
      return answered.body
    })
  }

  return { run, openApi, operations }
}

function listOperations(handlers: AllHandlers): Operation[] {
  return Object.entries(routes).flatMap(([group, calls]) =>
    Object.entries(calls).map(([name, route]) => {
      const [method = 'GET', path = ''] = route.split(' ')
      const table: Record<string, Endpoint> = endpoints[group as keyof typeof endpoints]
      const endpoint = table[name]
      const handle = handlers[group]?.[name]
      if (!endpoint || !handle) throw new Error(`${group}.${name} has no endpoint or no handler`)
      // Unknown fields are refused on writes (decisions §1.9); reads ignore them, as links carry all sorts of things.
      const parse = method === 'GET' ? endpoint.input : z.strictObject(endpoint.input.shape)
      return { group, name, method, path, endpoint, parse, handle }
    }),
  )
}

function parseInput(operation: Operation, input: Record<string, unknown>): unknown {
  const parsed = operation.parse.safeParse(input, { reportInput: true })
  if (!parsed.success) throw invalid(fieldErrors(parsed.error))
  const unstorable = findUnstorable(parsed.data)
  if (unstorable !== undefined) throw invalid({ [unstorable]: ['This field is not valid'] })
  return parsed.data
}

function envelopeOf(answer: unknown, { endpoint }: Operation): unknown {
  if (endpoint.bare) return answer
  if (!isSaid(answer))
    return answer === undefined ? { status: 'success' } : { status: 'success', data: answer }
  const { message, data, beside } = answer
  return { status: 'success', ...(message === undefined ? {} : { message }), data, ...beside }
}

function failureOf(thrown: unknown, asked: Asked, { log }: Services) {
  const error = isDatabaseAway(thrown) ? unavailable() : thrown
  if (error instanceof ShopError) {
    const { httpStatus, code, message, beside, retryAfterSeconds } = error
    if (httpStatus === 503)
      log.warn({ call: `${asked.group}.${asked.name}`, cause: String(thrown) }, 'unavailable')
    return {
      httpStatus,
      body: { status: 'error', code, message, ...beside },
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    }
  }
  const request_id = asked.requestId ?? randomUUID()
  log.error({ err: thrown, call: `${asked.group}.${asked.name}`, request_id }, 'call failed')
  return { httpStatus: 500, body: { status: 'error', code: 'SERVER', message: words.server, request_id } }
}

/** In tests every reply is held against the contract, so that a wrong shape fails where it is made. */
function checkReply({ group, name, endpoint }: Operation, body: unknown) {
  const sent: unknown = JSON.parse(JSON.stringify(body ?? null))
  const data = endpoint.bare ? sent : (sent as { data?: unknown }).data
  const result = endpoint.data.safeParse(data)
  if (!result.success)
    throw new Error(`${group}.${name} answered against the contract: ${z.prettifyError(result.error)}`)
  const beside = endpoint.beside?.safeParse(sent)
  if (beside && !beside.success)
    throw new Error(`${group}.${name} answered against the contract: ${z.prettifyError(beside.error)}`)
}

function cartOwnerOf(
  { cookies, customerId }: Visitor,
  { cart_session }: { cart_session?: string | null | undefined },
) {
  const fromCookie = cartSessionIn(cookies.cart_session)
  if (fromCookie) {
    // The parameter counts only when it equals the cookie: another one is ignored, never believed.
    return { customerId, sessionId: fromCookie, isFromCookie: true }
  }
  return { customerId, sessionId: cart_session ?? null, isFromCookie: false }
}

/** The cookie is `{"api_cart":true,"cart_session":"…"}` (decisions §1.7); anything else is no cart. */
function cartSessionIn(cookie: string | undefined): string | null {
  if (!cookie) return null
  try {
    const value: unknown = JSON.parse(cookie)
    const session = (value as { cart_session?: unknown } | null)?.cart_session
    return typeof session === 'string' && /^[\w-]{1,100}$/.test(session) ? session : null
  } catch {
    return null
  }
}

/** The client has put path parameters into the path; the pipeline wants them back by name. */
function paramsOf(group: string, name: string, path: string): Record<string, string> {
  const route = (routes as Record<string, Record<string, string>>)[group]?.[name] ?? ''
  const template = route.split(' ')[1] ?? ''
  if (!template.includes(':')) return {}
  const values = path.split('/')
  const params: Record<string, string> = {}
  template.split('/').forEach((segment, at) => {
    const value = values[at]
    if (segment.startsWith(':') && value) params[segment.replace(/[:?]/g, '')] = decodeURIComponent(value)
  })
  return params
}
