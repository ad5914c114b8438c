import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Api, Call } from '#contract/client.ts'
import type { Endpoint } from '#contract/define-endpoints.ts'
import { replyMessages } from '#contract/envelope.ts'
import { mayRefuseWith } from '#contract/refusals.ts'
import { invalidEmail, invalidStaffEmail } from '#contract/rules/email.ts'
import type { CallContext } from './call-context.ts'
import type { Channel } from './channel.ts'
import type { CookieToSet, Db, Services, StaffVisitor, Upload, Visitor } from './context.ts'
import {
  invalid,
  missingPermission,
  notWithKey,
  pluginInactive,
  ShopError,
  secondFactorFirst,
  signInFirst,
  unavailable,
} from './errors.ts'
import { parseFields } from './field-errors.ts'
import { findUnstorable } from './find-unstorable.ts'
import { type FileAnswer, isFile, isWithMessage } from './handlers.ts'
import { prepareInProcessClient } from './in-process-client.ts'
import type { CallLimit, EndpointGroup, Example } from './plugin.ts'
import { currentTrace } from './trace.ts'
import { isUnavailable } from './unavailable.ts'
/** One call as the pipeline receives it, from HTTP or from a loader in this process. */
export type CallRequest = {
  group: string
  name: string
  /** Path parameters, query and body merged. */
  input: Record<string, unknown>
  visitor: Visitor
  uploads?: readonly Upload[] | undefined
  requestId?: string
  isForEveryone?: boolean
  previewPageId?: number
  previewProductId?: number
}

export type CallReply = {
  httpStatus: number
  /** The envelope, or the bare value for an endpoint without one. */
  body: unknown
  /** Sent instead of the body. */
  file?: FileAnswer
  tags: string[]
  cookies: CookieToSet[]
  headers?: Record<string, string>
  retryAfterSeconds?: number | undefined
  clearsStorage?: boolean
  /** Part of it could not be read: it must not be cached. */
  isIncomplete?: boolean
}

export type Pipeline = {
  run(request: CallRequest): Promise<CallReply>
  /** The in-process typed client: runs the same pipeline as HTTP. */
  openApi(visitor: Visitor, effects?: Effects): Api
  operations: readonly Operation[]
}

export type Effects = {
  onTag?: (tag: string) => void
  onCookie?: (cookie: CookieToSet) => void
  /** A call failed (5xx) or left out a part that could not be read, so a page made of the reply is incomplete. */
  onIncomplete?: () => void
  /** The reply is for a page for everyone. */
  isForEveryone?: boolean
  /** The reply is for the preview of this page's draft; 0: of the whole shop with the draft of its appearance. */
  previewPageId?: number
  /** The reply is for the preview of this product, as if it were published. */
  previewProductId?: number
}

export type Operation = {
  group: string
  name: string
  method: string
  path: string
  endpoint: Endpoint
  parse: z.ZodType
  /** A method, so that the handler of every input is assignable; `parse` makes the input. */
  handle(input: unknown, call: CallContext): unknown
  /** `module_name` of the plugin that owns the endpoint. */
  plugin?: string | undefined
  limit?: CallLimit | undefined
  example?: Example | undefined
}

type Options = {
  services: Services
  /** The core's endpoint groups and those of every installed plugin. */
  groups: readonly EndpointGroup[]
  readChannel: (visitor: Visitor) => Promise<Channel>
  /** Keeps the replies of endpoints with `isShared` (`changes/remember.ts`). Default: none is cached. */
  shareReply?: ShareReply
}

/** The reply that is cached under the key until one of its tags changes, or the loaded one; without tags it is not cached. */
export type ShareReply = (
  key: string,
  tagsOf: (reply: CallReply) => readonly string[] | undefined,
  load: () => Promise<CallReply>,
) => Promise<CallReply>

/**
 * The only entry point of calls: parse -> access -> handler -> envelope. Architecture, "The way of data"; decisions
 * §1.4.
 */
export function createPipeline({ services, groups, readChannel, shareReply = loadReply }: Options): Pipeline {
  const operations = listOperations(groups)
  const createInProcessClient = prepareInProcessClient(groups)
  const routesOf = Object.fromEntries(groups.map(({ name, routes }) => [name, routes]))
  const byName = new Map(operations.map((operation) => [`${operation.group}.${operation.name}`, operation]))

  async function run(request: CallRequest): Promise<CallReply> {
    const tags = new Set<string>()
    const cookies: CookieToSet[] = []
    const effects = { tags, cookies, headers: {}, clearsStorage: false, isIncomplete: false }
    const operation = byName.get(`${request.group}.${request.name}`)
    const replica = request.isForEveryone ? services.replica?.current() : undefined
    try {
      if (!operation) throw new Error(`Unknown endpoint: ${request.group}.${request.name}`)
      if (operation.plugin && !(await services.plugins.isActive(operation.plugin))) throw pluginInactive()
      requireStaffAccess(operation, request.visitor, services.config)
      const input = parseInput(operation, request.input)
      if (operation.endpoint.access === 'customer' && request.visitor.customerId === null) throw signInFirst()
      const channel = await readChannel(request.visitor)
      const call = callContext(request, effects, { services, channel, openApi, replica })
      const answer = await operation.handle(input, call)
      if (isFile(answer)) return { httpStatus: 200, body: null, file: answer, tags: [...tags], cookies }
      const body = envelopeOf(answer, operation)
      if (services.config.mode === 'test') checkReply(operation, body)
      return { httpStatus: 200, body, ...effects, tags: [...tags] }
    } catch (thrown) {
      if (replica && !(thrown instanceof ShopError)) {
        services.replica?.suspend()
        return run(request)
      }
      const isOfStaff = operation?.endpoint.access === 'staff'
      const failure = failureOf(undeclaredRefusal(thrown, operation) ?? thrown, request, isOfStaff, services)
      const isIncomplete = effects.isIncomplete || failure.httpStatus >= 500
      return { ...failure, tags: [...tags], cookies, isIncomplete }
    }
  }

  /** In tests a refusal that the endpoint does not declare is a failure, as a wrong shape is. */
  function undeclaredRefusal(thrown: unknown, operation: Operation | undefined): Error | undefined {
    if (services.config.mode !== 'test' || !operation || !(thrown instanceof ShopError)) return undefined
    const { group, name, endpoint } = operation
    if (mayRefuseWith(endpoint, thrown.code)) return undefined
    return new Error(`${group}.${name} refused with ${thrown.code}, which its endpoint does not declare`)
  }

  /** The reply for a page for everyone, from memory where it is shared. It depends on channel, cookies and input alone. */
  function readShared(request: CallRequest): Promise<CallReply> {
    const { group, name, input, visitor } = request
    if (!byName.get(`${group}.${name}`)?.endpoint.isShared) return run(request)
    const key = `${group}.${name} ${JSON.stringify([input, visitor.cookies, visitor.channelId])}`
    return shareReply(key, tagsOfShared, async () => {
      const reply = await run(request)
      // Many pages get the same objects: in tests changing one of them fails.
      return services.config.mode === 'test' ? deepFrozen(reply) : reply
    })
  }

  function openApi(visitor: Visitor, effects: Effects = {}) {
    const { isForEveryone = false } = effects
    return createInProcessClient(async ({ group, name, input, path }: Call) => {
      const request = {
        group,
        name,
        input: { ...input, ...paramsOf(routesOf[group]?.[name] ?? '', path) },
        visitor,
        isForEveryone,
        ...previewOf(effects),
      }
      const reply = await (isForEveryone ? readShared(request) : run(request))
      if (effects.onTag) for (const tag of reply.tags) effects.onTag(tag)
      if (reply.isIncomplete) effects.onIncomplete?.()
      if (effects.onCookie) for (const cookie of reply.cookies) effects.onCookie(cookie)
      return reply.body
    })
  }

  return { run, openApi, operations }
}

const previewOf = ({
  previewPageId,
  previewProductId,
}: Pick<Effects, 'previewPageId' | 'previewProductId'>) => ({
  ...(previewPageId !== undefined && { previewPageId }),
  ...(previewProductId !== undefined && { previewProductId }),
})

/** What a handler does beside its answer. */
type SideEffects = {
  tags: Set<string>
  cookies: CookieToSet[]
  headers: Record<string, string>
  clearsStorage: boolean
  isIncomplete: boolean
}

type CallParts = {
  services: Services
  channel: Channel
  openApi: Pipeline['openApi']
  replica: Db | undefined
}

function callContext(
  { visitor, uploads, isForEveryone = false, ...request }: CallRequest,
  effects: SideEffects,
  { services, channel, openApi, replica }: CallParts,
): CallContext {
  const preview = previewOf(request)
  const { tags, cookies, headers } = effects
  let api: Api | undefined
  const markIncomplete = () => {
    effects.isIncomplete = true
  }
  return {
    ...services,
    ...(replica && { db: replica }),
    visitor,
    ...(uploads && { uploads }),
    channel,
    cartOwner: (ref) => cartOwnerOf(visitor, ref),
    // Created on first use: few calls use the client, and for small ones it was half of their cost.
    get api() {
      api ??= openApi(visitor, {
        onTag: (tag) => tags.add(tag),
        onCookie: (cookie) => cookies.push(cookie),
        onIncomplete: markIncomplete,
        isForEveryone,
        ...preview,
      })
      return api
    },
    isForEveryone,
    ...preview,
    tag: (...more) => more.forEach((tag) => void tags.add(tag)),
    markIncomplete,
    setCookie: (cookie) => void cookies.push(cookie),
    clearBrowserStorage: () => {
      effects.clearsStorage = true
    },
    setHeader: (name, value) => {
      headers[name] = value
    },
  }
}

const loadReply: ShareReply = (_key, _tagsOf, load) => load()

/** Only a complete answer without effects on its visitor is cached. */
const tagsOfShared = ({ httpStatus, isIncomplete, cookies, tags }: CallReply) =>
  httpStatus === 200 && !isIncomplete && cookies.length === 0 ? tags : undefined

function deepFrozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) deepFrozen(part)
  }
  return value
}

/** @throws when a group lacks an endpoint or a handler for one of its routes, or two groups have the same name. */
function listOperations(groups: readonly EndpointGroup[]): Operation[] {
  const names = groups.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) throw new Error(`Two endpoint groups are called ${twice}`)
  return groups.flatMap(({ name: group, routes, endpoints, handlers, plugin, limits, examples }) =>
    Object.entries(routes).map(([name, route]) => {
      const [method = 'GET', path = ''] = route.split(' ')
      const endpoint = endpoints[name]
      const handle = handlers[name]
      if (!endpoint || !handle) throw new Error(`${group}.${name} has no endpoint or no handler`)
      // Unknown fields are refused on writes (decisions §1.9); reads ignore them, as links may contain unrelated
      // parameters.
      const parse = method === 'GET' ? endpoint.input : z.strictObject(endpoint.input.shape)
      const [limit, example] = [limits?.[name], examples?.[name]]
      return { group, name, method, path, endpoint, parse, handle, plugin, limit, example }
    }),
  )
}

/** The group of the own session and sign-in, where a second factor is set up. */
const OWN_CREDENTIALS = 'adminSession'

/**
 * Checked before the input, so that others learn nothing about it.
 * @throws 401 without a staff session or API key, 403 without the permission or the second factor of an owner.
 */
function requireStaffAccess(
  { group, endpoint: { access, permission, notForKeys } }: Operation,
  { staff }: Visitor,
  { mode }: Services['config'],
) {
  if (access !== 'staff') return
  if (!staff) throw signInFirst()
  if (group !== OWN_CREDENTIALS && needsSecondFactor(staff, mode)) throw secondFactorFirst()
  if (notForKeys && staff.apiKey) throw notWithKey()
  if (permission && !staff.permissions.includes(permission)) throw missingPermission(staff)
}

function parseInput(operation: Operation, input: Record<string, unknown>): unknown {
  const parsed = parseFields(operation.parse, input)
  const unstorable = findUnstorable(parsed)
  if (unstorable !== undefined) throw invalid({ [unstorable]: ['This field is not valid'] })
  return parsed
}

function envelopeOf(answer: unknown, { endpoint }: Operation): unknown {
  if (endpoint.bare) return answer
  if (!isWithMessage(answer))
    return answer === undefined ? { status: 'success' } : { status: 'success', data: answer }
  const { message, data, extra } = answer
  return { status: 'success', ...(message === undefined ? {} : { message }), data, ...extra }
}

/** Staff share rules with shoppers, whose message about an e-mail address the specification fixes. */
function inStaffWords(extra: ShopError['extra']): ShopError['extra'] {
  if (!extra.errors) return extra
  const errors = Object.entries(extra.errors).map(([path, texts]) => [
    path,
    texts.map((text) => (text === invalidEmail ? invalidStaffEmail : text)),
  ])
  return { ...extra, errors: Object.fromEntries(errors) }
}

function failureOf(thrown: unknown, request: CallRequest, isOfStaff: boolean, { log }: Services) {
  const error = isUnavailable(thrown) ? unavailable() : thrown
  if (error instanceof ShopError) {
    const { httpStatus, code, message, extra, retryAfterSeconds } = error
    if (httpStatus === 503)
      log.warn({ call: `${request.group}.${request.name}`, cause: String(thrown) }, 'unavailable')
    return {
      httpStatus,
      body: { status: 'error', code, message, ...(isOfStaff ? inStaffWords(extra) : extra) },
      retryAfterSeconds,
    }
  }
  const request_id = request.requestId ?? currentTrace()?.requestId ?? randomUUID()
  log.error({ err: thrown, call: `${request.group}.${request.name}`, request_id }, 'call failed')
  return {
    httpStatus: 500,
    body: { status: 'error', code: 'SERVER', message: replyMessages.server, request_id },
  }
}

/** In tests every reply is checked against the contract, so that a wrong shape fails at its source. */
function checkReply({ group, name, endpoint }: Operation, body: unknown) {
  const sent: { data?: unknown } | null = JSON.parse(JSON.stringify(body ?? null))
  const data = endpoint.bare ? sent : sent?.data
  const result = endpoint.data.safeParse(data)
  if (!result.success)
    throw new Error(`${group}.${name} reply against the contract: ${z.prettifyError(result.error)}`)
  const extra = endpoint.extra?.safeParse(sent)
  if (extra && !extra.success)
    throw new Error(`${group}.${name} reply against the contract: ${z.prettifyError(extra.error)}`)
}

function cartOwnerOf(
  { cookies, customerId }: Visitor,
  { cart_session }: { cart_session?: string | null | undefined },
) {
  const fromCookie = cartSessionIn(cookies.cart_session)
  if (fromCookie) {
    // The parameter counts only when it equals the cookie; any other value is ignored.
    return { customerId, sessionId: fromCookie, isFromCookie: true }
  }
  return { customerId, sessionId: cart_session ?? null, isFromCookie: false }
}

/** The cookie is `{"api_cart":true,"cart_session":"…"}` (decisions §1.7); any other value means no cart. */
export function cartSessionIn(cookie: string | undefined): string | null {
  if (!cookie) return null
  try {
    const value: { cart_session?: unknown } | null = JSON.parse(cookie)
    const session = value?.cart_session
    return typeof session === 'string' && /^[\w-]{1,100}$/.test(session) ? session : null
  } catch {
    return null
  }
}

/** Path parameters by name, parsed from the path that the client has filled in. */
function paramsOf(route: string, path: string): Record<string, string> {
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

/**
 * Whether an owner must set up an authenticator app or a passkey before anything else. Not in the demo shop, whose link is for looking
 * around. ADR 0042.
 */
export const needsSecondFactor = (
  { secondFactorDue }: Pick<StaffVisitor, 'secondFactorDue'>,
  mode: Services['config']['mode'],
): boolean => mode === 'production' && secondFactorDue !== null && secondFactorDue.getTime() <= Date.now()
