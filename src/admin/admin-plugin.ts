import type { AdminScreen } from './admin-screen.ts'
import { addRoutes } from './api.ts'
import type { RecordKind } from './choosers/record-kind.ts'

/** The back office's half of a plugin. Loaded with the first screen: screens are lazy, and nothing else is large. */
export type AdminPlugin = {
  module_name: string
  /** Method and path of its endpoints by group, without zod. */
  routes: Readonly<Record<string, Readonly<Record<string, string>>>>
  screens: readonly AdminScreen[]
  /** Its records that forms choose by name, by the `widget` of a field. */
  recordKinds?: Readonly<Record<string, RecordKind>>
}

/** Declares the back office's half of a plugin. Its screens are shown while the plugin is active. ADR 0078. */
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

/** What fields with this `widget` choose from, when a plugin brings it. */
export const pluginRecordKind = (widget: string): RecordKind | undefined =>
  installed.find(({ recordKinds }) => recordKinds?.[widget])?.recordKinds?.[widget]
