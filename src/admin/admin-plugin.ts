import type { ComponentType, LazyExoticComponent } from 'react'
import type { OrderDetail } from '#contract/admin/orders.ts'
import type { AdminScreen } from './admin-screen.ts'
import { addRoutes } from './api.ts'
import type { RecordKind } from './choosers/record-kind.ts'

export type ProductPanelProps = {
  productId: number
  /** The role may look at products only. */
  isReadOnly: boolean
  /**
   * To be called after every render with how to save what is not saved yet, otherwise with undefined. The function
   * resolves to whether all is saved, and the panel shows why not.
   */
  onUnsaved: (save: (() => Promise<boolean>) | undefined) => void
}
export type CustomerPanelProps = {
  customerId: number
  /** The role may look at customers only. */
  isReadOnly: boolean
}
export type OrderPanelProps = { order: OrderDetail }

type Panels<Props> = Readonly<Record<string, LazyExoticComponent<ComponentType<Props>>>>

/** The back office's half of a plugin. Loaded with the first screen: screens are lazy, and nothing else is large. */
export type AdminPlugin = {
  module_name: string
  /** Method and path of its endpoints by group, without zod. */
  routes: Readonly<Record<string, Readonly<Record<string, string>>>>
  screens: readonly AdminScreen[]
  /** Its records that forms choose by name, by the `widget` of a field. */
  recordKinds?: Readonly<Record<string, RecordKind>>
  /** Cards of the product editor by name, for `catalog.read`. The editor's Save button saves them after the product. */
  productPanels?: Panels<ProductPanelProps>
  /** Cards of a customer with an account by name, for `customers.read`. */
  customerPanels?: Panels<CustomerPanelProps>
  /** Cards of an order by name, for `orders.read`. */
  orderPanels?: Panels<OrderPanelProps>
}

/** Declares the back office's half of a plugin. Its screens are shown while the plugin is active. ADR 0050. */
export const defineAdminPlugin = (plugin: AdminPlugin): AdminPlugin => plugin

let installed: readonly AdminPlugin[] = []

/** Names the installed plugins; called by the entry, because `admin` imports no plugin. */
export function installAdminPlugins(plugins: readonly AdminPlugin[]): void {
  installed = plugins
  for (const { routes } of plugins) addRoutes(routes)
}

/** The screens of the active plugins, in the order of the list. */
export const pluginScreens = (active: readonly string[]): readonly AdminScreen[] =>
  installed.filter(({ module_name }) => active.includes(module_name)).flatMap(({ screens }) => screens)

/** The cards that the active plugins add to a screen, with a key of each. */
function panelsOf<Props>(active: readonly string[], read: (plugin: AdminPlugin) => Panels<Props>) {
  return installed
    .filter(({ module_name }) => active.includes(module_name))
    .flatMap((plugin) =>
      Object.entries(read(plugin)).map(([name, Panel]) => ({ key: `${plugin.module_name} ${name}`, Panel })),
    )
}

export const pluginProductPanels = (active: readonly string[]) =>
  panelsOf(active, ({ productPanels = {} }) => productPanels)

export const pluginCustomerPanels = (active: readonly string[]) =>
  panelsOf(active, ({ customerPanels = {} }) => customerPanels)

export const pluginOrderPanels = (active: readonly string[]) =>
  panelsOf(active, ({ orderPanels = {} }) => orderPanels)

/** What fields with this `widget` choose from, when a plugin brings it. */
export const pluginRecordKind = (widget: string): RecordKind | undefined =>
  installed.find(({ recordKinds }) => recordKinds?.[widget])?.recordKinds?.[widget]
