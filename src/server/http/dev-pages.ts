import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ViteDevServer } from 'vite'

type Assets = { build: string; entry: string; head: (screen: string) => string }
type Entries = { client: string; server: string }

const shop: Entries = { client: 'src/entry-client.tsx', server: 'src/entry-server.tsx' }

const project = dirname(dirname(dirname(import.meta.dirname)))

/**
 * Development: Vite inside Fastify, on the same port. Modules come from source and are replaced while the page is
 * open. Returns how to get the pages as they are now: ask for every request anew.
 *
 * @param options where the shop is found; another application than the shop, its modules relative to the project, and its
 *   own cache.
 */
export async function openDevPages<Pages>(
  app: FastifyInstance,
  { entries = shop, cacheDir, origin }: { entries?: Entries; cacheDir?: string; origin?: string } = {},
): Promise<() => Promise<Pages>> {
  // Only now: a running shop has no use for a bundler.
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: join(project, 'vite.config.ts'),
    ...(cacheDir && { cacheDir }),
    server: { middlewareMode: true, ws: { server: app.server } },
    // Where to look for packages: there is no index.html that would tell. One found late would reload the page.
    optimizeDeps: { entries: [entries.client] },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, next) => vite.middlewares(request.raw, reply.raw, next))
  app.get('/_build/latest.json', () => ({ id: 'dev', timestamp: 0 }))
  app.get('/_build/meta/dev.json', () => ({ id: 'dev', timestamp: 0, routes: {}, prerendered: [] }))
  // What Vite would put into an index.html, which we have none of.
  const head = await vite.transformIndexHtml('/', '')
  const assets: Assets = {
    build: 'dev',
    entry: `/${entries.client}`,
    head: () => head + stylesheets(vite),
  }
  return async () => {
    const { openPages } = await vite.ssrLoadModule(join(project, entries.server))
    return openPages(assets, { origin }) as Pages
  }
}

/** Without these the page would be bare until its scripts have run: there they come as scripts. */
function stylesheets(vite: ViteDevServer) {
  const modules = vite.environments.ssr.moduleGraph.idToModuleMap.values()
  const urls = [...modules].map(({ url }) => url).filter((url) => url.endsWith('.css'))
  return urls.map((url) => `<link rel="stylesheet" href="${url}">`).join('')
}
