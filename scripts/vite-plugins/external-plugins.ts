import { join, sep } from 'node:path'
import type { Plugin } from 'vite'
import {
  externalPluginFolders,
  importPluginFile,
  pluginFile,
} from '#server/platform/config/external-plugins.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Adds the browser parts of the plugins in `VITRINE_PLUGINS` to the lists in `installed.web.ts` and `installed.admin.ts`, by static imports
 * as for the shop's own: the views and screens in them are lazy.
 */
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
        const isAdmin = id.endsWith('.admin.ts')
        return {
          code: isAdmin ? withAdminParts(code, folders) : await withWebParts(code, folders),
          map: null,
        }
      },
    },
  }
}

function withAdminParts(code: string, folders: readonly string[]): string {
  const files = folders.flatMap((folder) => pluginFile(folder, 'admin') ?? [])
  return withImports(code, 'installedAdminPlugins', files)
}

/** A plugin without a browser half is in the list all the same: the server's list is compared with it. */
async function withWebParts(code: string, folders: readonly string[]): Promise<string> {
  const files = folders.flatMap((folder) => pluginFile(folder, 'web') ?? [])
  const others = await Promise.all(folders.filter((folder) => !pluginFile(folder, 'web')).map(nameOf))
  return withImports(
    code,
    'installedWebPlugins',
    files,
    others.map((module_name) => JSON.stringify({ module_name })),
  )
}

function withImports(
  code: string,
  list: string,
  files: readonly string[],
  others: readonly string[] = [],
): string {
  const imports = files.map((file, at) => `import external${at} from ${JSON.stringify(file)}`)
  const names = files.map((_, at) => `external${at}`)
  return [...imports, code, `${list}.push(${[...names, ...others].join()})`].join('\n')
}

async function nameOf(folder: string): Promise<string> {
  const exported = Object.values(await importPluginFile(folder, 'plugin', root))
  const definition = exported.find(
    (one): one is { module_name: string } =>
      typeof one === 'object' && one !== null && 'module_name' in one && typeof one.module_name === 'string',
  )
  if (!definition) throw new Error(`${folder}/plugin exports no definition of definePlugin`)
  return definition.module_name
}
