import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

/**
 * For a bundle of the server that lies two folders below the project: modules keep the locations of their source files, because they
 * read migrations, fonts and programs beside them, and the build scripts stay modules of their own.
 */
export const sourceLocations = (root: string): Plugin => ({
  name: 'source-locations',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!importer || !/(^|\/)(scripts\/|vite\.config)/.test(source)) return undefined
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
    const path = resolved && fromBundle(root, resolved.id)
    return path?.startsWith('../../src/') || !path ? undefined : { id: path, external: 'absolute' }
  },
  transform(code, id) {
    if (!id.startsWith(join(root, 'src')) || !/import\.meta\.(dirname|filename|url)/.test(code))
      return undefined
    const file = JSON.stringify(`/${fromBundle(root, id)}`)
    const folder = JSON.stringify(`/${fromBundle(root, dirname(id))}`)
    return code
      .replaceAll('import.meta.dirname', `(import.meta.dirname+${folder})`)
      .replaceAll('import.meta.filename', `(import.meta.dirname+${file})`)
      .replaceAll('import.meta.url', `new URL(${file.replace('"/', '"')},import.meta.url).href`)
  },
})

/** The path of a file as seen from `dist/program`. */
const fromBundle = (root: string, file: string) => `../../${relative(root, file).replaceAll('\\', '/')}`
