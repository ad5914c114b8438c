import { isBuiltin } from 'node:module'
import { relative } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Fails the build when server code is in the browser's module graph: `data.ts`, `server.ts`, `*.server.ts`,
 * all under `src/server`, and Node's own modules. Type imports are allowed.
 */
export const serverOnly: Plugin = {
  name: 'server-only',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (this.environment.name !== 'client' || importer === undefined) return
    const { root } = this.environment.config
    const file = isBuiltin(source) ? source : (await this.resolve(source, importer, options))?.id
    if (file === undefined || !isServerOnly(file, root)) return
    const named = (id: string) => (isBuiltin(id) ? id : relative(root, id.split('?', 1)[0] ?? id))
    this.error(`${named(importer)} imports ${named(file)}, which is the server's alone`)
  },
}

/** The file name determines the side (architecture, "Layout"); packages are not checked. */
function isServerOnly(file: string, root: string) {
  if (isBuiltin(file)) return true
  const path = relative(root, file.split('?', 1)[0] ?? file).replaceAll('\\', '/')
  if (path.includes('node_modules/')) return false
  return /(^|\/)src\/server\//.test(path) || /(^|\/)(data|server|[^/]+\.server)\.tsx?$/.test(path)
}
