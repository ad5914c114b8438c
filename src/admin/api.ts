import type { AdminEndpoints } from '#contract/admin/endpoints.ts'
import type { ResourceRecord } from '#contract/admin/resource.ts'
import { type AdminRoutes, adminRoutes } from '#contract/admin/routes.ts'
import { type Call, fillPath } from '#contract/client.ts'
import type { DataOf, InputOf } from '#contract/endpoints.ts'
import type { Failure } from '#contract/envelope.ts'
import { fetchCall, unreachable } from '#contract/fetch-reply.ts'
import type { PluginAdminEndpoints } from '#contract/plugin.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import { ask } from './parts/dialog-requests.ts'

/** A refused call, with the errors of its fields. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: Record<string, string[]>
  /** The present record of a stale write. */
  readonly data: unknown

  constructor(status: number, { code, message, errors = {}, data }: Failure) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
    this.data = data
  }

  /** What another editor has stored, of a write that is refused for it: the endpoint's own record. */
  stale<Stored>(): Stored | undefined {
    return this.code === 'STALE_RECORD' ? (this.data as Stored) : undefined
  }
}

/** A refusal by a form itself, shown like one of the shop. */
export const refusal = (message: string, errors: Record<string, string[]> = {}) =>
  new ApiError(422, { status: 'error', code: 'VALIDATION', message, errors })

export type Answer<Data> = { data: Data; message: string | undefined }

type AdminApi = ApiOf<Pick<AdminEndpoints, keyof AdminRoutes>> & ApiOf<PluginAdminEndpoints>
type ApiOf<Groups> = {
  [Group in keyof Groups]: {
    [Name in keyof Groups[Group]]: (
      input: InputOf<Groups[Group][Name]>,
      signal?: AbortSignal,
    ) => Promise<Answer<DataOf<Groups[Group][Name]>>>
  }
}

let staffId: number | undefined

/** Whose screens are shown: calls name them, and the server refuses when someone else has signed in since. */
export const setStaff = (id: number | undefined) => {
  staffId = id
}

/** Headers of every call of a screen. */
export const staffHeaders = (): Record<string, string> =>
  staffId === undefined ? {} : { 'x-staff-id': String(staffId) }

/** A call that finds the session ended, or needs a new proof of identity, is repeated once staff have signed in or given it. */
export async function sendWithSession<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'UNAUTHENTICATED' && (await ask('sign-in'))) return sendWithSession(send)
    if (error.code === 'PROOF_REQUIRED' && (await ask('proof'))) return send()
    throw error
  }
}

const ownSession = '/api/admin/session'
// How the back office finds out who is signed in, and how it signs out: neither asks for a sign-in.
const withoutSession = [ownSession, `${ownSession}/sign-out`]

const send = (call: Call) =>
  withoutSession.includes(call.path) ? sendOnce(call) : sendWithSession(() => sendOnce(call))

/** The file that a call answers with, by its name. */
export async function download(path: string): Promise<{ name: string; file: Blob }> {
  const response = await sendWithSession(() => fetchFile(path))
  const [, name = 'download'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const file = await response.blob().catch(() => {
    throw new ApiError(0, { ...unreachable, message: 'The file broke off. Please try again.' })
  })
  return { name, file }
}

async function fetchFile(path: string): Promise<Response> {
  const response = await fetch(path, { headers: staffHeaders() }).catch(() => {
    throw new ApiError(0, unreachable)
  })
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => unreachable))
  return response
}

async function sendOnce(call: Call): Promise<Answer<unknown>> {
  const { httpStatus, reply } = await fetchCall(call, call.path === ownSession ? {} : staffHeaders())
  if (reply.status === 'success') return { data: reply.data, message: reply.message }
  throw new ApiError(httpStatus, reply)
}

type CallTo<Data> = (input: object, signal?: AbortSignal) => Promise<Answer<Data>>
type Saved = ResourceRecord<Record<string, unknown>>
/** The calls of every resource (`resourceEndpoints` of the contract); some lists have only the first. */
type ResourceCalls = {
  list: CallTo<{ data: readonly { id: number }[]; total: number }>
  get: CallTo<Saved>
  create: CallTo<Saved>
  update: CallTo<Saved>
  remove: CallTo<{ id: number }>
}

const calls: Record<string, Record<string, CallTo<unknown>>> = {}

/** The calls of a resource by its name in addresses: `tax-classes` is the group `adminTaxClasses`. */
export function callsOf(resource: string): ResourceCalls {
  const group = `admin-${resource}`.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const found = ownValue(calls, group)
  if (!found) throw new Error(`Unknown resource: ${resource}`)
  return found as ResourceCalls
}

/** The typed client of the back office: `api.adminOrders.pack({ id, version })`. */
export const api = calls as unknown as AdminApi
addRoutes(adminRoutes)

/** Adds the calls of endpoint groups: the contract's here, those of plugins from the entry. */
export function addRoutes(routes: Readonly<Record<string, Readonly<Record<string, string>>>>): void {
  for (const [group, ofGroup] of Object.entries(routes))
    calls[group] = Object.fromEntries(
      Object.entries(ofGroup).map(([name, route]) => [name, callTo(group, name, route)]),
    )
}

function callTo(group: string, name: string, route: string): CallTo<unknown> {
  const [method = 'GET', template = ''] = route.split(' ')
  return (input, signal) =>
    send({ group, name, method, ...fillPath(template, { ...input }), options: signal ? { signal } : {} })
}
