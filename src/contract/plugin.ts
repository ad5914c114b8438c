import type { z } from 'zod'
import type { Endpoint } from './define-endpoints.ts'

/**
 * Version of what plugins are written against (`docs/design/plugins.md`). A change that breaks plugins counts it up, and a shop
 * refuses to start with a plugin of another version.
 */
export const PLUGIN_API_VERSION = 1

/**
 * Endpoint groups that plugins add to the typed client, by declaration merging in a plugin's `contract.ts`:
 * `declare module '#contract/plugin.ts' { interface PluginEndpoints { giftNote: typeof giftNoteEndpoints } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: only interfaces can be merged into
export interface PluginEndpoints {}

/** Endpoint groups of the back office that plugins add, merged in the same way. Their names start with `admin`. ADR 0050. */
// biome-ignore lint/suspicious/noEmptyInterface: only interfaces can be merged into
export interface PluginAdminEndpoints {}

/** Names of the forms without JavaScript that plugins add (`postForms` of `defineServerPlugin`), merged in the same way. */
// biome-ignore lint/suspicious/noEmptyInterface: only interfaces can be merged into
export interface PluginForms {}

/** One endpoint group: its routes (`METHOD /path` by name) and its endpoints, under the group's name in the typed client. */
export type EndpointGroupContract = {
  routes: Readonly<Record<string, string>>
  endpoints: Readonly<Record<string, Endpoint>>
}

/** A choice in the cookie manager. A plugin that sets cookies or contacts third parties declares one. Spec §3 "Cookie preference". */
export type ConsentEntry = {
  id: string
  name: string
  description: string
  required: boolean
  group: 'necessary' | 'optional'
  /** Names of the cookies that it sets, which are deleted when the consent is withdrawn; a final `*` stands for any ending. */
  cookie_names?: readonly string[]
}

/** Sources that a plugin adds to the Content-Security-Policy, by directive. Security §13. */
export type CspSources = Partial<
  Record<
    'script-src' | 'connect-src' | 'img-src' | 'style-src' | 'font-src' | 'frame-src' | 'media-src',
    readonly string[]
  >
>

/** What both sides know of a plugin. `config` has a default for every field, so an unconfigured plugin is valid. */
export type PluginDefinition<
  Name extends string = string,
  Config extends z.ZodObject = z.ZodObject,
  Public extends Record<string, unknown> | null = Record<string, unknown> | null,
> = {
  /** Name on the wire and in the database. Spec §3 "Plugins". */
  module_name: Name
  title: string
  description: string
  /** Name of an icon in the shop's icon set. */
  icon: string
  config: Config
  /** The part of the configuration that browsers may see. Without it they see none. */
  publicConfig?: (config: z.output<Config>) => Public
  /** Fields of `config` that are masked wherever configuration is shown. */
  secrets?: readonly (keyof z.output<Config> & string)[]
  consent?: ConsentEntry
  csp?: (config: z.output<Config>) => CspSources
}

/** Declares a plugin. Shared by both sides: the file may import only from `contract`. */
export const definePlugin = <
  const Name extends string,
  Config extends z.ZodObject,
  Public extends Record<string, unknown> | null = null,
>(
  plugin: PluginDefinition<Name, Config, Public>,
): PluginDefinition<Name, Config, Public> => plugin

/** The configuration of a plugin, parsed. */
export type ConfigOf<Plugin> = Plugin extends { config: infer Config extends z.ZodObject }
  ? z.output<Config>
  : never
