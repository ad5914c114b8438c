import { join } from 'node:path'
import { PLUGIN_API_VERSION } from '#contract/plugin.ts'
import { ConfigError } from '#server/platform/config/config.ts'
import { externalPluginFolders, importPluginFile } from '#server/platform/config/external-plugins.ts'
import type { ServerPlugin } from '#server/platform/kernel/plugin.ts'

const project = join(import.meta.dirname, '../../../..')

/**
 * Imports the server parts of the plugins in `VITRINE_PLUGINS`.
 *
 * @throws ConfigError when a folder or package does not exist, its server part cannot be imported or is none, or it is made for
 * another version of the plugin API.
 */
export async function loadExternalPlugins(environment = process.env): Promise<ServerPlugin[]> {
  const plugins: ServerPlugin[] = []
  for (const folder of externalPluginFolders(project, environment)) plugins.push(await loadPlugin(folder))
  return plugins
}

async function loadPlugin(folder: string): Promise<ServerPlugin> {
  const { default: plugin } = await importPluginFile(folder, 'server', project).catch((error: Error) => {
    throw refusal(folder, `cannot be loaded: ${error.message}. ${advice}`)
  })
  if (!isServerPlugin(plugin))
    throw refusal(folder, 'has no default export of defineServerPlugin in server.ts')
  if (plugin.apiVersion !== PLUGIN_API_VERSION) {
    const { apiVersion } = plugin
    const made = apiVersion === undefined ? 'names no version' : `is made for version ${apiVersion}`
    throw refusal(
      folder,
      `${made} of the plugin API, and this shop has version ${PLUGIN_API_VERSION}. ${advice}`,
    )
  }
  return plugin
}

const advice = 'Install the release of the plugin for this shop, or take it out of VITRINE_PLUGINS'

const refusal = (folder: string, problem: string) =>
  new ConfigError([{ variable: 'VITRINE_PLUGINS', problem: `names ${folder}, which ${problem}` }])

const isServerPlugin = (value: unknown): value is ServerPlugin =>
  typeof value === 'object' && value !== null && 'definition' in value && 'groups' in value
