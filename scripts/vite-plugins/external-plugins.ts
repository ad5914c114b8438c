import { join, sep } from 'node:path'
import type { Plugin } from 'vite'
import {
  externalPluginFolders,
  importPluginFile,
  pluginFile,
} from '#server/platform/config/external-plugins.ts'

const root = join(import.meta.dirname, '../..')

/** Adds the browser parts of the plugins in `VITRINE_PLUGINS` to the lists in `installed.web.ts` and `installed.admin.ts`. */
export function externalPlugins(folders = externalPluginFolders(root)): Plugin {
  const isOfPlugin = (file: string | undefined) => folders.some((folder) => file?.startsWith(folder + sep))
  return {
    name: 'external-plugins',
    enforce: 'pre',
    /** Imports of `#contract/…` and of packages refer to the shop. */
    async resolveId(specifier, importer) {
      if (!isOfPlugin(importer) || /^(\.|\/|\0)/.test(specifier)) return null
      return this.resolve(specifier, join(root, 'src/entry-client.tsx'), { skipSelf: true })
    },
    transform: {
      filter: { id: /\/src\/plugins\/installed\.(web|admin)\.ts$/ },
      async handler(code, id) {
        if (folders.length === 0) return null
        if (id.endsWith('.admin.ts')) return { code: withAdminParts(code, folders), map: null }
        const entries = await Promise.all(folders.map(entryOf))
        return { code: `${code}\nObject.assign(installedWebPlugins, {${entries.join()}})\n`, map: null }
      },
    },
  }
}

/** Static imports, as for the shop's own: the screens in them are lazy. */
function withAdminParts(code: string, folders: readonly string[]): string {
  const files = folders.flatMap((folder) => pluginFile(folder, 'admin') ?? [])
  const imports = files.map((file, at) => `import external${at} from ${JSON.stringify(file)}`)
  const names = files.map((_, at) => `external${at}`)
  return [...imports, code, `installedAdminPlugins.push(${names.join()})`].join('\n')
}

async function entryOf(folder: string): Promise<string> {
  const exported = Object.values(await importPluginFile(folder, 'plugin', root))
  const definition = exported.find(
    (one): one is { module_name: string } =>
      typeof one === 'object' && one !== null && 'module_name' in one && typeof one.module_name === 'string',
  )
  if (!definition) throw new Error(`${folder}/plugin exports no definition of definePlugin`)
  const web = pluginFile(folder, 'web')
  const name = JSON.stringify(definition.module_name)
  return web
    ? `${name}: () => import(${JSON.stringify(web)}).then((web) => web.default)`
    : `${name}: async () => ({ module_name: ${name} })`
}
