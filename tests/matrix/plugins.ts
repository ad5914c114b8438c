import type { WebPlugin, WebPlugins } from '#client/web-plugin.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import type { EndpointGroup, ServerPlugin } from '#server/platform/kernel/plugin.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { installedPlugins } from '../../src/plugins/installed.server.ts'
import { installedWebPlugins } from '../../src/plugins/installed.web.ts'
import type { Input } from '../staff-matrix/inputs-of.ts'
import type { CallRow } from './call-rows.ts'
import type { PluginRows } from './define-plugin-rows.ts'
import type { Person } from './world.ts'

const examples = import.meta.glob<ServerPlugin>('../../examples/plugins/*/server.ts', {
  eager: true,
  import: 'default',
})
const exampleViews = import.meta.glob<WebPlugin>('../../examples/plugins/*/web.tsx', { import: 'default' })
const accessRows = import.meta.glob<PluginRows>(
  ['../../src/plugins/*/access-rows.test-support.ts', '../../examples/plugins/*/access-rows.test-support.ts'],
  { eager: true, import: 'default' },
)

/** The installed plugins and the examples. */
export const checkedPlugins: readonly ServerPlugin[] = [...installedPlugins, ...Object.values(examples)]

/** Their browser halves. */
export const readCheckedWebPlugins = async (): Promise<WebPlugins> => {
  const views = await Promise.all(Object.values(exampleViews).map((load) => load()))
  return [...installedWebPlugins, ...views]
}

/** The rows of their endpoints, by group and name. */
export const pluginRows: Readonly<Record<string, Readonly<Record<string, CallRow>>>> = Object.fromEntries(
  Object.values(accessRows).map(({ group, rows }) => [group, rows]),
)

/** A customer's records of the plugins. */
export async function prepareForPlugins<Owner extends Person>(person: Owner): Promise<Owner> {
  for (const { prepare } of Object.values(accessRows)) await prepare?.(person)
  return person
}

/** Codes that a handler of a plugin reaches and cannot answer with, by `<group>Endpoints.<name>`. */
export const neverAnsweredByPlugins: Readonly<Record<string, Readonly<Record<string, string>>>> =
  Object.fromEntries(
    Object.values(accessRows).flatMap(({ group, neverAnswered = {} }) =>
      Object.entries(neverAnswered).map(
        ([name, codes]) => [name.includes('.') ? name : `${group}Endpoints.${name}`, codes] as const,
      ),
    ),
  )

/** Groups of plugins for the back office have the matrix of staff. */
export const isAdminGroup = ({ name }: Pick<EndpointGroup, 'name'>) => name.startsWith('admin')

export const pluginRoutes: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  checkedPlugins.flatMap(({ groups }) =>
    groups.filter((group) => !isAdminGroup(group)).map(({ name, routes }) => [name, routes] as const),
  ),
)

export const pluginAdminGroups: readonly EndpointGroup[] = checkedPlugins.flatMap(({ groups }) =>
  groups.filter(isAdminGroup),
)

/** An input for each of their endpoints, by group and name. */
export const pluginStaffInputs: Readonly<Record<string, Readonly<Record<string, Input>>>> = Object.assign(
  {},
  ...Object.values(accessRows).map(({ staffInputs = {} }) => staffInputs),
)

export async function activateAll(db: Db) {
  for (const { definition } of checkedPlugins)
    await writePlugin(db, checkedPlugins, { module_name: definition.module_name, is_active: true })
}
