import type { AllEndpoints, DataOf, ExtraOf, InputOf } from './endpoints.ts'
import type { Reply } from './envelope.ts'
import type { PluginEndpoints } from './plugin.ts'

/** Sends a call to the server and returns its reply. `silent`: shows no toasts for this reply. */
export type Transport = (call: Call) => Promise<unknown>

export type Call = {
  group: string
  name: string
  method: string
  /** Path with its parameters filled in. */
  path: string
  /** Everything that is not in the path: the query of GET and DELETE, the body otherwise. */
  input: Record<string, unknown>
  options: CallOptions
}

export type CallOptions = { silent?: boolean; signal?: AbortSignal }

/** Arguments of a call: the input is optional when none of its fields is required. */
type Args<Input> =
  Record<string, never> extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions]

/** The typed client: `api.cart.addItem({ product_id })`. The same over fetch and in process. */
export type Api = {
  [Group in keyof AllEndpoints]: {
    [Name in keyof AllEndpoints[Group]]: (
      ...args: Args<InputOf<AllEndpoints[Group][Name]>>
    ) => Promise<Reply<DataOf<AllEndpoints[Group][Name]>, ExtraOf<AllEndpoints[Group][Name]>>>
  }
}

/** The part of the client that exists without plugins, in browsers too. */
export type CoreApi = Omit<Api, keyof PluginEndpoints | 'withdrawal'>

type ClientOf<Groups> = {
  [Name in keyof Groups & keyof Api]: {
    [Call in keyof Api[Name] as Call extends keyof Groups[Name] ? Call : never]: Api[Name][Call]
  }
}

/** Routes by group: any subset of the typed client's calls, of the core and of plugins. */
type GroupRoutes = Readonly<Partial<Record<keyof Api, Readonly<Record<string, string>>>>>

/**
 * Creates the client of the given groups over a transport. Half a kilobyte in the browser, because it
 * contains no schemas and only the groups that are called.
 */
export function createClient<Groups extends GroupRoutes>(
  transport: Transport,
  groups: Groups,
): ClientOf<Groups> {
  const client: Record<string, Record<string, unknown>> = {}
  for (const [group, calls] of Object.entries(groups as Record<string, Record<string, string>>)) {
    const functions: Record<string, unknown> = {}
    for (const [name, route] of Object.entries(calls)) {
      const [method = 'GET', template = ''] = route.split(' ')
      functions[name] = (input: Record<string, unknown> = {}, options: CallOptions = {}) =>
        transport({ group, name, method, ...fillPath(template, input), options })
    }
    client[group] = functions
  }
  return client as ClientOf<Groups>
}

/** `/api/menu/:id` with {id: 1, x: 2} gives `/api/menu/1` and {x: 2}. An optional parameter may be missing. */
export function fillPath(template: string, input: Record<string, unknown>) {
  const rest = { ...input }
  const path = template.replace(/\/:(\w+)\??/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return value === undefined || value === null || value === ''
      ? ''
      : `/${encodeURIComponent(String(value))}`
  })
  return { path, input: rest }
}
