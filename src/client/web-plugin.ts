import type { ComponentType } from 'react'
import type { PluginDefinition } from '#contract/plugin.ts'
import type { SlotName, SlotViewProps } from '#contract/slots.ts'
import type { ShopEvent } from './events.ts'
import type { AccountAddition } from './shop-context.ts'

type PublicConfig<Plugin> = Plugin extends { publicConfig?: (config: never) => infer Public } ? Public : null

/** A view in a slot: the slot's props and what the plugin's loader returned for them when the page was made. */
export type SlotView<Name extends SlotName, Data = never> = ComponentType<
  SlotViewProps<Name> & { data: Data }
>

/** The browser half of a plugin. Started only while the plugin is active, and not before its consent. */
export type WebPlugin<Config = never> = {
  module_name: string
  /** One chunk for each slot, fetched only where the slot is used. */
  slots?: { [Name in SlotName]?: () => Promise<SlotView<Name>> }
  /** One chunk for each section that it adds to the page builder, by the name that pages use. */
  sections?: { [Name in string]: () => Promise<ComponentType<never>> }
  /** Items of the account menu; their pages are its `account.panel` slot. Read on the server. Spec §2 "Account menu". */
  accountMenu?: readonly AccountAddition[]
  /** Called for each event after consent, including events from before its code was loaded. */
  analytics?: (event: ShopEvent, config: Config) => void
  /** Calls `analytics` with a purchase once per order on all devices: the plugin has an endpoint `track-purchase`. */
  claimsPurchases?: true
  /** Runs once in a browser, after hydration. */
  onInit?: (config: Config) => void
}

/** Declares the browser half of a plugin. `import type` of its definition is enough for the type of the configuration. */
export const defineWebPlugin = <Definition extends Pick<PluginDefinition, 'module_name'>>(
  plugin: WebPlugin<PublicConfig<Definition>> & Pick<Definition, 'module_name'>,
): WebPlugin => plugin

export type WebPlugins = readonly WebPlugin[]

let importPlugins: () => Promise<WebPlugins> = async () => []

/** Names the list of installed plugins; called by the entries, because `client` imports no plugin. */
export const setWebPlugins = (from: typeof importPlugins) => {
  importPlugins = from
}

/** All installed plugins; a chunk of its own, which pages without an active plugin never fetch. */
export const readWebPlugins = () => importPlugins()

/** Undefined where the plugin is not in this build. */
export const webPluginOf = (plugins: WebPlugins, module_name: string): WebPlugin | undefined =>
  plugins.find((one) => one.module_name === module_name)

/** @throws when the plugin is not in this build, or the chunk cannot be fetched. */
export async function readWebPlugin(module_name: string): Promise<WebPlugin> {
  const plugin = webPluginOf(await importPlugins(), module_name)
  if (!plugin) throw new Error(`The plugin ${module_name} is not installed in this build`)
  return plugin
}
