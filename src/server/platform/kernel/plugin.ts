import type { z } from 'zod'
import type { PluginToDo } from '#contract/admin/home.ts'
import type { Api } from '#contract/client.ts'
import type { PluginForm } from '#contract/form.ts'
import type {
  CspSources,
  EndpointGroupContract,
  PLUGIN_API_VERSION,
  PluginDefinition,
} from '#contract/plugin.ts'
import type { SlotName, SlotProps } from '#contract/slots.ts'
import type { CallContext } from './call-context.ts'
import type { Db, SectionRequest, Services, Tx, Visitor } from './context.ts'
import type { AnyJob, Job } from './job.ts'
import type { FormRow } from './post-form.ts'
import type { ShopMail } from './shop-mail.ts'

/** One endpoint group with its handlers, as the pipeline composes them. */
export type EndpointGroup = EndpointGroupContract & {
  /** Name of the group in the typed client: `api.<name>`. */
  name: string
  handlers: Readonly<Record<string, (input: never, call: CallContext) => unknown>>
  /** `module_name` of the plugin that owns it; its endpoints answer 404 while the plugin is inactive. */
  plugin?: string
  /** Limits per visitor, by endpoint name; endpoints without an entry have the shop's limits. Security §10. */
  limits?: Readonly<Record<string, CallLimit | undefined>>
  /** For the OpenAPI document, by endpoint name: of the calls that a client needs first. */
  examples?: Readonly<Record<string, Example | undefined>>
}

/** `request`: path parameters, query and body together, as in the contract. `reply`: a whole envelope, or the name of a shared one. */
export type Example = { request?: Record<string, unknown>; reply?: string | object }

/**
 * The number of calls within a time that one visitor may make. One IP address may make three times as many, because
 * several visitors may share it.
 */
export type CallLimit = { most: number; seconds: number }

/** Events that plugins receive in the writer's transaction. Ids only: a hook reads what it needs. */
export type HookPayloads = {
  /** At checkout, or after the payment when the payment method is prepaid. */
  'order.placed': { order_id: number }
  'order.paid': { order_id: number }
  /** The whole order, also an unpaid order that was never placed. */
  'order.cancelled': { order_id: number }
  'order.delivered': { order_id: number }
  /** A return is to be requested, started by staff or exchanged. A withdrawal from the contract is not asked about. */
  'refund.requested': { order_id: number; refund_id: number }
  'refund.completed': { order_id: number; refund_id: number }
  'customer.registered': { customer_id: number }
  /**
   * A guest's cart or order was assigned to the customer. `guest_cart_id` still exists, empty when its items moved
   * to `cart_id`; it is deleted after the hooks.
   */
  'customer.merged': {
    customer_id: number
    cart_id: number | null
    guest_cart_id: number | null
    order_id: number | null
  }
  'customer.erased': { customer_id: number }
  /** An import or the back office created, changed or deleted products. Orders that reduce stock do not run this hook. */
  'product.changed': { product_ids: readonly number[] }
  /** The back office added `copy_id` as a copy of `product_id`. `product.changed` runs for the copy before. */
  'product.copied': { product_id: number; copy_id: number }
}
export type HookName = keyof HookPayloads

export type HookContext<Config = unknown> = { tx: Tx; config: Config }

/** Called in the writer's transaction, which an error rolls back. */
export type Hook<Name extends HookName, Config = unknown> = (
  payload: HookPayloads[Name],
  context: HookContext<Config>,
) => Promise<void>

/** A paragraph that a plugin adds to the order confirmation: a label, and lines of plain text. */
export type OrderMailBlock = { label: string; lines: readonly string[] }

/** Called in the transaction that writes the order, paid or not. Undefined adds nothing. */
export type OrderMail<Config = unknown> = (
  cart: { cart_id: number },
  context: HookContext<Config>,
) => Promise<OrderMailBlock | undefined>

/** The owner of the personal data. The contact finds rows that have no customer id. */
export type Person = { id: number; email: string | null; fullPhone: string | null }

export type ReadToDo<Config = unknown> = (db: Db, config: Config) => Promise<readonly PluginToDo[]>

/** A page without a script, for who has its link. `title`, `lead` and `detail` are markup, `style` is added to that of such pages. */
export type PluginDocument = { title: string; lead: string; detail: string; style: string }

/** Undefined for a token that is unknown, or whose time is over. */
type ReadDocument = (
  token: string,
  services: Pick<Services, 'db' | 'config'>,
) => Promise<PluginDocument | undefined>

/** The customer data that a plugin stores. Security §19. */
export type PluginPersonalData = {
  /** Tables that it covers; a test finds uncovered tables. */
  tables: readonly string[]
  /** Their part of the data export, by name. */
  read?: (db: Db, person: Person) => Promise<Record<string, unknown>>
  /** Without it rows are deleted with the customer (`on delete cascade`). */
  erase?: (tx: Tx, person: Person) => Promise<unknown>
}

/**
 * What a slot's loader receives besides the slot's props: the typed client as this visitor, the plugin's configuration, and `tag` to
 * name what its data depends on. Props may come from a browser, so a loader checks itself whose data it returns.
 */
export type SlotRequest<Config = unknown> = Pick<Services, 'db'> & {
  api: Api
  visitor: Visitor
  tag: (...tags: string[]) => void
  config: Config
  /** Sets properties of the structured data of the page's subject. Read in `product.below-details`. */
  setJsonLd: (properties: Record<string, unknown>) => void
}
/** A loader that returns undefined leaves its slot empty. */
export type SlotLoaders<Config = unknown> = {
  [Name in SlotName]?: (props: SlotProps[Name], request: SlotRequest<Config>) => unknown
}

/** A page-builder section of a plugin: `schema.ts` and `data.ts` of its folder. */
export type PluginSection = {
  /** Every field has a default. */
  settings: z.ZodObject
  /** Absolute path of `preview.svg`, its picture in the editor's list. */
  preview?: string
  load?(settings: Record<string, unknown>, request: SectionRequest): unknown
}

/**
 * A command of `vitrine`. It returns the exit code: 2 when the command line itself is wrong.
 * @throws ShopError for an expected refusal, whose message is printed.
 */
export type PluginCommand = {
  about: string
  run(
    context: Pick<Services, 'db' | 'config' | 'files'> & { print: (line: string) => void },
    argv: readonly string[],
  ): Promise<number>
}

/** A plugin's definition with any configuration. Methods, so that every definition is assignable. */
export type AnyPluginDefinition = Pick<
  PluginDefinition,
  'module_name' | 'title' | 'description' | 'icon' | 'config' | 'consent'
> & {
  publicConfig?(config: Record<string, unknown>): Record<string, unknown> | null
  secrets?: readonly string[]
  csp?(config: Record<string, unknown>): CspSources
}

/** A function that is typed for the configuration of one plugin, among those of all: methods of any parameters are assignable. */
type AsMethod<F extends (...parameters: never) => unknown> = {
  call(...parameters: Parameters<F>): ReturnType<F>
}['call']

/** The server part of a plugin, made by `defineServerPlugin`. */
export type ServerPlugin = {
  /** Of the plugin API. Other values come from plugins outside this repository, which `load-external-plugins.ts` refuses. */
  apiVersion: typeof PLUGIN_API_VERSION
  definition: AnyPluginDefinition
  groups: readonly EndpointGroup[]
  hooks: { [Name in HookName]?: AsMethod<Hook<Name>> }
  /** The jobs of the `.job` hooks; they are also in `jobs`. */
  hookJobs: { [Name in HookName]?: Pick<Job<Services, HookPayloads[Name]>, 'name' | 'maxAttempts'> }
  jobs: readonly AnyJob<Services>[]
  orderMail?: AsMethod<OrderMail>
  /** What waits for staff in its records, shown on the first screen of the back office. One indexed count each. */
  readToDo?: AsMethod<ReadToDo>
  personalData: readonly PluginPersonalData[]
  /** Mails whose texts can be changed in the back office. */
  mails?: readonly ShopMail[]
  /** Forms by slug that pages and sections can show while the plugin is active. ADR 0026. */
  forms?: Readonly<Record<string, AsMethod<(config: unknown) => PluginForm>>>
  /** Forms that work without JavaScript, by name: a post to `/forms/<name>` makes their calls. ADR 0026. */
  postForms?: Readonly<Record<string, FormRow>>
  /** Fields of the customer's account (`GET /api/account/get`) while the plugin is active. */
  readAccountFields?: (db: Db, customerId: number) => Promise<Record<string, unknown>>
  /** Rows that `vitrine plugin export` writes as CSV. */
  exportRows?: (
    services: Pick<Services, 'db' | 'config'>,
  ) => Promise<readonly Readonly<Record<string, string>>[]>
  slots: { [Name in SlotName]?: AsMethod<(props: object, request: SlotRequest) => unknown> }
  /** By the name that pages use; available while the plugin is active. */
  sections?: Readonly<Record<string, PluginSection>>
  /** Pages for who has a link, by name: `/documents/<module_name>/<name>?token=…`, while the plugin is active. */
  documents?: Readonly<Record<string, ReadDocument>>
  /** Commands of `vitrine`, by name. */
  commands?: Readonly<Record<string, PluginCommand>>
  /** Folder of its migrations; they run after the shop's own and are tracked under the plugin's name. */
  migrations?: string
  /** Demo data: runs once, when the demo shop is created. */
  seed?: (db: Db) => Promise<void>
  /** Removes its demo data that does not go with the demo's products, orders, customers and pages. Safe to repeat. */
  removeDemo?: (tx: Tx) => Promise<unknown>
  /** Active with the demo shop's configuration when the demo shop is created. */
  demo?: { config: Record<string, unknown> }
  /** Each customer has an account of stored value of this plugin, which refunds can go to. One plugin at most. ADR 0034. */
  holdsCredit?: true
  /** Active, with its default configuration, when a shop is created without demo data. */
  isOnInNewShop?: boolean
}

/** The active plugins of the shop, cached until the tag `plugins` changes. */
export type PluginRegistry = {
  /** All installed plugins, active or not, in the order of the list. */
  installed: readonly ServerPlugin[]
  isActive(module_name: string): Promise<boolean>
  /** Active plugins with their parsed configuration, in the order of the list. */
  active(): Promise<readonly { plugin: ServerPlugin; config: Record<string, unknown> }[]>
  /**
   * Runs the hooks of the active plugins, one after the other, in the writer's transaction.
   * @throws what a hook throws: the transaction is then rolled back.
   */
  runHooks<Name extends HookName>(tx: Tx, name: Name, payload: HookPayloads[Name]): Promise<void>
  /**
   * Reads the paragraphs that the active plugins add to the order confirmation of a cart.
   * @throws what a plugin throws: the order is then not placed.
   */
  readOrderMail(tx: Tx, cart: { cart_id: number }): Promise<OrderMailBlock[]>
  /** The active plugin whose accounts refunds can go to. */
  creditPlugin(db: Db | Tx): Promise<AnyPluginDefinition | undefined>
}

/** The part of the registry that a writing function needs. */
export type HookRunner = Pick<PluginRegistry, 'runHooks' | 'creditPlugin'>

/** The parsed configuration of an active plugin; undefined while it is inactive. */
export async function pluginConfig<Config extends z.ZodObject>(
  { plugins }: Pick<Services, 'plugins'>,
  { module_name }: Pick<PluginDefinition<string, Config>, 'module_name'> & { config: Config },
): Promise<z.output<Config> | undefined> {
  const found = (await plugins.active()).find(({ plugin }) => plugin.definition.module_name === module_name)
  return found?.config as z.output<Config> | undefined
}
