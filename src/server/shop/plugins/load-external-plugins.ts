import { join } from 'node:path'
import { externalPluginFolders, importPluginFile } from '#server/platform/config/external-plugins.ts'
import type { ServerPlugin } from '#server/platform/kernel/plugin.ts'

const project = join(import.meta.dirname, '../../../..')

/**
 * Imports the server parts of the plugins in `VITRINE_PLUGINS`.
 *
 * @throws ConfigError when a folder or package does not exist; Error when its `server` has no plugin as default export.
 */
export async function loadExternalPlugins(environment = process.env): Promise<ServerPlugin[]> {
  const plugins: ServerPlugin[] = []
  for (const folder of externalPluginFolders(project, environment)) {
    const { default: plugin } = await importPluginFile(folder, 'server', project)
    if (!isServerPlugin(plugin))
      throw new Error(`${folder}/server has no default export of defineServerPlugin`)
    plugins.push(plugin)
  }
  return plugins
}

const isServerPlugin = (value: unknown): value is ServerPlugin =>
  typeof value === 'object' && value !== null && 'definition' in value && 'groups' in value
