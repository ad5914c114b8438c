import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ViteDevServer } from 'vite'

type Assets = { build: string; entry: string; head: (screen: string) => string }
type Entries = { client: string; server: string }

const shop: Entries = { client: 'src/entry-client.tsx', server: 'src/entry-server.tsx' }

const project = join(import.meta.dirname, '../../../..')

/**
 * Development: Vite inside Fastify, on the same port. Modules are loaded from source and replaced while the page is
 * open. Returns a function that loads the current pages; call it for every request.
 *
 * @param options where the shop is; for an application other than the shop, its modules relative to the project, and
 * its own cache.
 */
export async function openDevPages<Pages>(
  app: FastifyInstance,
  { entries = shop, cacheDir, origin }: { entries?: Entries; cacheDir?: string; origin?: string } = {},
): Promise<() => Promise<Pages>> {
  // Imported here: a production shop has no use for a bundler.
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: join(project, 'vite.config.ts'),
    ...(cacheDir && { cacheDir }),
    server: { middlewareMode: true, ws: { server: app.server } },
    // Entries for dependency discovery, as there is no index.html. A dependency found later would reload the page.
    optimizeDeps: { entries: [entries.client] },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, next) => vite.middlewares(request.raw, reply.raw, next))
  app.get('/_build/latest.json', { config: { whileLocked: true } }, () => ({ id: 'dev', timestamp: 0 }))
  app.get('/_build/meta/dev.json', { config: { whileLocked: true } }, () => ({
    id: 'dev',
    timestamp: 0,
    routes: {},
    prerendered: [],
  }))
  // The tags that Vite would add to an index.html, which we do not have.
  const head = await vite.transformIndexHtml('/', '')
  const assets: Assets = {
    build: 'dev',
    entry: `/${entries.client}`,
    head: () => head + stylesheets(vite),
  }
  return async () => {
    const { openPages } = await vite.ssrLoadModule(join(project, entries.server))
    const pages: Pages = openPages(assets, { origin })
    return pages
  }
}

/** Without these the page would have no styles until its scripts have run, since Vite delivers styles as scripts. */
function stylesheets(vite: ViteDevServer) {
  const modules = vite.environments.ssr.moduleGraph.idToModuleMap.values()
  const urls = [...modules].map(({ url }) => url).filter((url) => url.endsWith('.css'))
  return urls.map((url) => `<link rel="stylesheet" href="${url}">`).join('')
}
