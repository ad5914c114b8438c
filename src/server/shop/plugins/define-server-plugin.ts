import type { z } from 'zod'
import type { Permission } from '#contract/admin/permissions.ts'
import type { Endpoint } from '#contract/define-endpoints.ts'
import type { PluginForm } from '#contract/form.ts'
import type { PluginDefinition } from '#contract/plugin.ts'
import type { Db, Services } from '#server/platform/kernel/context.ts'
import type { Handlers } from '#server/platform/kernel/handlers.ts'
import type { AnyJob } from '#server/platform/kernel/job.ts'
import {
  type CallLimit,
  type EndpointGroup,
  type Example,
  type Hook,
  type HookName,
  type HookPayloads,
  type OrderMail,
  type PluginPersonalData,
  pluginConfig,
  type ReadToDo,
  type ServerPlugin,
  type SlotLoaders,
} from '#server/platform/kernel/plugin.ts'
import { definePluginJob } from './define-plugin-job.ts'

type PluginGroup = Omit<EndpointGroup, 'plugin'>

/** Ties handlers and limits to the endpoints of a plugin's group: a missing or superfluous handler is a type error. */
export const defineGroup = <
  const Table extends Record<string, Endpoint>,
  const Routes extends { [Name in keyof Table]: string },
>(group: {
  /** Name of the group in the typed client: `api.<name>`. */
  name: string
  routes: Routes
  endpoints: Table
  handlers: Handlers<Table>
  limits?: { [Name in keyof Table]?: CallLimit }
  examples?: { [Name in keyof Table]?: Example }
}): PluginGroup => group

type StaffEndpoint = Endpoint & { access: 'staff'; permission: Permission; whileLocked: true }
type StaffRoute = `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${typeof ADMIN}${string}`
const ADMIN = '/api/admin/'

/** A group of the back office: each endpoint is for staff, names its permission and is below `/api/admin/`. ADR 0050. */
export const defineAdminGroup = <
  const Table extends Record<string, StaffEndpoint>,
  const Routes extends { [Name in keyof Table]: StaffRoute },
>(group: {
  /** `adminReviews` is the source of the list `reviews`. */
  name: `admin${string}`
  routes: Routes
  endpoints: Table
  handlers: Handlers<Table>
}): PluginGroup => group

/** Runs after the write's transaction, with retries. Read the rows that the payload names again. */
type JobHook<Name extends HookName, Config> = (
  payload: HookPayloads[Name],
  context: { config: Config; services: Services; signal: AbortSignal },
) => Promise<void>

/** A method, so that every hook is assignable. */
type AnyHook = { run(payload: HookPayloads[HookName], context: object): Promise<void> }['run']

type Hooks<Config> = { [Name in HookName]?: Hook<Name, Config> } & {
  [Name in HookName as `${Name}.job`]?: JobHook<Name, Config>
}

type ServerPart<Config> = {
  /** Version of the plugin API that it is written against. */
  apiVersion: ServerPlugin['apiVersion']
  endpoints?: readonly PluginGroup[]
  /** Its part of the back office; `admin.tsx` has the screens. */
  admin?: {
    /** Made by `defineAdminGroup`. */
    groups: readonly PluginGroup[]
    /** What waits for staff, for the first screen. */
    readToDo?: ReadToDo<Config>
  }
  hooks?: Hooks<Config>
  /** Made by `definePluginJob`. */
  jobs?: readonly AnyJob<Services>[]
  /** Adds a paragraph to the order confirmation. */
  orderMail?: OrderMail<Config>
  personalData?: readonly PluginPersonalData[]
  /** Mails whose texts can be changed in the back office. */
  mails?: ServerPlugin['mails']
  slots?: SlotLoaders<Config>
  /** Forms by slug, for pages and sections. */
  forms?: Readonly<Record<string, (config: Config) => PluginForm>>
  /** Forms that work without JavaScript, by name. */
  postForms?: ServerPlugin['postForms']
  /** Fields of the customer's account while the plugin is active. */
  readAccountFields?: ServerPlugin['readAccountFields']
  /** Rows that `vitrine plugin export` writes as CSV. */
  exportRows?: ServerPlugin['exportRows']
  /** One entry for each folder in `sections`: `{ GiftBanner: { ...schema, load } }`. */
  sections?: ServerPlugin['sections']
  /** Pages for who has a link, by name: `/documents/<module_name>/<name>?token=…`. */
  documents?: ServerPlugin['documents']
  /** Commands of `vitrine`, by name. */
  commands?: ServerPlugin['commands']
  /** Folder of its migrations. */
  migrations?: string
  /** Demo data: runs once, when the demo shop is created or the plugin is added to it. */
  seed?: (db: Db) => Promise<void>
  /** Removes its demo data that does not go with the demo's products, orders, customers and pages. Safe to repeat. */
  removeDemo?: ServerPlugin['removeDemo']
  /** Each customer has an account of its stored value, which refunds can go to. */
  holdsCredit?: true
  isOnInNewShop?: boolean
  /** Active with this configuration in the demo shop. */
  demo?: { config: Partial<Config> & Record<string, unknown> }
}

const isBelowAdmin = (route: string | undefined) => route?.split(' ')[1]?.startsWith(ADMIN) === true

/** Plugins outside this repository may be JavaScript, which no type checks. */
function requireForStaff(group: PluginGroup): PluginGroup {
  for (const [name, endpoint] of Object.entries(group.endpoints))
    if (endpoint.access !== 'staff' || !endpoint.permission || !isBelowAdmin(group.routes[name]))
      throw new Error(`${group.name}.${name} must be for staff, with a permission, below ${ADMIN}`)
  return group
}

function requireNotForStaff(group: PluginGroup): PluginGroup {
  const route = Object.values(group.routes).find(isBelowAdmin)
  if (route) throw new Error(`${route}: endpoints of the back office belong in \`admin.groups\``)
  return group
}

/**
 * Declares the server part of a plugin.
 * @throws when a group of the back office has an endpoint that is not for staff, or another group is below its address.
 */
export function defineServerPlugin<Config extends z.ZodObject, Public extends Record<string, unknown> | null>(
  definition: PluginDefinition<string, Config, Public>,
  {
    endpoints = [],
    admin,
    hooks = {},
    jobs = [],
    personalData = [],
    slots = {},
    forms,
    orderMail,
    ...more
  }: ServerPart<z.output<Config>>,
): ServerPlugin {
  const { module_name } = definition
  const hookJobs = Object.entries<AnyHook | undefined>(hooks).flatMap(([key, run]) => {
    if (!run || !key.endsWith('.job')) return []
    const name = key.slice(0, -'.job'.length)
    const job = definePluginJob<HookPayloads[HookName]>(definition, {
      name: `on-${name.replace('.', '-')}`,
      async run(payload, context) {
        const config = await pluginConfig(context, definition)
        // The plugin may have been deactivated since the job was enqueued.
        if (config) await run(payload, { config, services: context, signal: context.signal })
      },
    })
    return [[name, job] as const]
  })
  return {
    // The registry passes only configurations that the definition's own schema has parsed.
    definition,
    groups: [...endpoints.map(requireNotForStaff), ...(admin?.groups ?? []).map(requireForStaff)].map(
      (group) => ({ ...group, plugin: module_name }),
    ),
    hooks,
    hookJobs: Object.fromEntries(hookJobs),
    jobs: [...jobs, ...hookJobs.map(([, job]) => job)],
    personalData,
    slots,
    ...(forms && { forms }),
    ...(admin?.readToDo && { readToDo: admin.readToDo }),
    ...(orderMail ? { orderMail } : {}),
    ...more,
  }
}
