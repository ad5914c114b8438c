import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const require = createRequire(import.meta.url)

/** `figtree-latin-wght-normal.woff2` of the package `@fontsource-variable/figtree`, or one of its core files (ADR 0020). */
const fontFile = /^([a-z0-9-]+?)-(latin|latin-ext|text|display|currency)-wght-(normal|italic)\.woff2$/
const coreFiles = join(import.meta.dirname, '../../shop/fonts/files')

/**
 * `/fonts/*`: the fonts that themes name, from the installed npm packages. The lockfile fixes them, so they are
 * cached forever.
 */
export function serveFonts(app: FastifyInstance) {
  const files = new Map<string, Promise<Buffer | undefined>>()
  app.get<{ Params: { file: string } }>(
    '/fonts/:file',
    { config: { whileLocked: true, sharedFile: () => undefined } },
    async ({ params: { file } }, reply) => {
      const [, name, part = ''] = fontFile.exec(file) ?? []
      if (!name) return reply.code(404).type('text/plain').send('Not Found')
      const known = files.get(file) ?? readFont(name, part, file)
      files.set(file, known)
      const font = await known
      if (!font) {
        files.delete(file)
        return reply.code(404).type('text/plain').send('Not Found')
      }
      return reply
        .headers({
          'content-type': 'font/woff2',
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
        })
        .send(font)
    },
  )
}

async function readFont(name: string, part: string, file: string) {
  try {
    if (!part.startsWith('latin')) return await readFile(join(coreFiles, file))
    const folder = dirname(require.resolve(`@fontsource-variable/${name}/package.json`))
    return await readFile(join(folder, 'files', file))
  } catch {
    return undefined
  }
}
