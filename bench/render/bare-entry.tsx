import { renderToString } from 'react-dom/server'
import { setWebPlugins } from '#client/web-plugin.ts'
import type { Api } from '#contract/client.ts'
import { App } from '#pages/app.tsx'
import { loadPage } from '#pages/load-page.server.ts'
import { createPageStore } from '#pages/page-store.ts'
import { createViews } from '#pages/views.ts'
import { installedWebPlugins } from '#plugins/installed.web.ts'
import { guards } from '#screens/guards.ts'
import { routes } from '#screens/routes.ts'
import { screens } from '#screens/screens.ts'
import { Shell } from '#shell/shell.tsx'
import { loadShell } from '#shell/shell-data.ts'
import StatusPage from '#shell/status.tsx'
import { statusFrom } from '#shell/status-boundary.tsx'

/**
 * The element tree of a page of the shop, its data loaded once: what it costs to render it and nothing else. Built like the
 * shop's own pages (`build-bare-entry.ts`), so that React is the same production build.
 */
export async function openTree(api: Api, url: string): Promise<() => string> {
  setWebPlugins(async () => installedWebPlugins)
  const request = { url, api, cookies: {}, isBot: false, mode: 'production' as const }
  const [{ shell, whole }, { page, json }] = await Promise.all([
    loadShell({ api }),
    loadPage({ routes, screens, guards }, url, request),
  ])
  const views = createViews(routes)
  await views.load(page.screen)
  const store = createPageStore({ ...page, data: JSON.parse(json) }, url)
  const Status = statusFrom(StatusPage)
  return () =>
    renderToString(
      <App store={store} views={views} shell={shell} whole={whole} Shell={Shell} Status={Status} />,
    )
}
