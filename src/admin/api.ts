import type { AdminEndpoints } from '#contract/admin/endpoints.ts'
import { type AdminRoutes, adminRoutes } from '#contract/admin/routes.ts'
import { type Call, createClient } from '#contract/client.ts'
import type { DataOf, InputOf } from '#contract/endpoints.ts'
import type { Failure } from '#contract/envelope.ts'
import type { PluginAdminEndpoints } from '#contract/plugin.ts'
import { requestProof } from './parts/proof-request.ts'

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
}

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

type Listener = () => void
const signedOutListeners = new Set<Listener>()

/** Called when a call finds that the session has ended. */
export function onSignedOut(listener: Listener): () => void {
  signedOutListeners.add(listener)
  return () => void signedOutListeners.delete(listener)
}

/** A call that needs a new proof of identity is repeated once it is given. */
async function withProof<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PROOF_REQUIRED' || !(await requestProof()))
      throw error
    return ask()
  }
}

/** The file that a call answers with, by its name. */
export async function download(path: string): Promise<{ name: string; file: Blob }> {
  const response = await withProof(() => ask(path))
  const [, name = 'download'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { name, file: await response.blob() }
}

async function ask(path: string): Promise<Response> {
  const response = await fetch(path).catch(() => {
    throw new ApiError(0, offline)
  })
  if (!response.ok) throw refusalOf(response, await response.json().catch(() => unreadable))
  return response
}

async function sendOnce({ method, path, input, options: { signal } }: Call) {
  const isRead = method === 'GET'
  const query = new URLSearchParams(
    Object.entries(input).flatMap(([name, value]): [string, string][] =>
      value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
    ),
  )
  const response = await fetch(isRead && query.size > 0 ? `${path}?${query}` : path, {
    method,
    ...(isRead ? {} : { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError(0, offline)
  })
  const body = await response.json().catch(() => unreadable)
  if (body.status === 'success') return { data: body.data, message: body.message }
  throw refusalOf(response, body)
}

function refusalOf({ status }: Response, body: Failure): ApiError {
  if (body.code === 'UNAUTHENTICATED') for (const listener of signedOutListeners) listener()
  return new ApiError(status, body)
}

const offline = {
  status: 'error',
  code: 'OFFLINE',
  message: 'The shop did not answer. Check your connection and try again.',
} as const
const unreadable = { status: 'error', code: 'SERVER', message: 'An unexpected error occurred.' }

type Calls = Record<string, Record<string, (input: object, options: { signal?: AbortSignal }) => unknown>>

/** The typed client of the back office: `api.adminOrders.pack({ id, version })`. */
export const api = {} as AdminApi
addRoutes(adminRoutes)

/** Adds the calls of endpoint groups: the contract's here, those of plugins from the entry. */
export function addRoutes(routes: Readonly<Record<string, Readonly<Record<string, string>>>>): void {
  const client = createClient(
    (call: Call) => withProof(() => sendOnce(call)),
    routes as never,
  ) as unknown as Calls
  for (const [group, calls] of Object.entries(client))
    Object.assign(api, {
      [group]: Object.fromEntries(
        Object.entries(calls).map(([name, call]) => [
          name,
          (input: object, signal?: AbortSignal) => call(input, signal ? { signal } : {}),
        ]),
      ),
    })
}
