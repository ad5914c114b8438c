import { setHtmlKeeper } from '#client/cached-html.tsx'
import type { Shop } from '#client/shop-context.ts'
import { setWebPlugins, type WebPlugins } from '#client/web-plugin.ts'
import type { Api } from '#contract/client.ts'
import type { Assets } from '#pages/answer.ts'
import { createPages } from '#pages/server.tsx'
import { installedWebPlugins } from '#plugins/installed.web.ts'
import { guards } from '#screens/guards.ts'
import { routes } from '#screens/routes.ts'
import { screens } from '#screens/screens.ts'
import { headTags } from '#shell/head-tags.ts'
import { createHtmlKeeper } from '#shell/html-keeper.tsx'
import { Shell } from '#shell/shell.tsx'
import { loadShell, type WholeShop } from '#shell/shell-data.ts'
import { loadSimilarPages } from '#shell/similar-pages.ts'
import StatusPage from '#shell/status.tsx'
import { statusFrom } from '#shell/status-boundary.tsx'
import { previewImage } from '#ui/image-url.ts'

/**
 * The pages of the shop for a server. `assets` is the manifest of the browser build, `origin` the shop's
 * public origin: `https://shop.example`.
 */
export function openPages(assets: Assets, { origin, webPlugins = installedWebPlugins }: PagesOptions) {
  setWebPlugins(async () => webPlugins)
  const { keep, noteShop } = createHtmlKeeper()
  setHtmlKeeper(keep)
  return createPages<Api, Shop, WholeShop>({
    routes,
    screens,
    guards,
    loadShell,
    Shell,
    Status: statusFrom(StatusPage),
    headTags,
    onDocument: noteShop,
    origin,
    async siteName(api) {
      const reply = await api.storefront.all()
      return reply.status === 'success' ? reply.data.name : ''
    },
    loadMissing: loadSimilarPages,
    site: ({ storefront: { enable_indexing, social_sharing_image, name, channel } }) => ({
      isIndexed: enable_indexing,
      properties: { 'og:site_name': name, 'og:locale': openGraphLocale(channel.locale) },
      image: social_sharing_image ? previewImage(social_sharing_image) : undefined,
    }),
    lang: ({ storefront }) => storefront.channel.locale,
    assets,
  })
}

/** `en-IN` as Open Graph writes it, `en_IN`: with a territory, and without a script. */
function openGraphLocale(locale: string) {
  const { language, region } = new Intl.Locale(locale).maximize()
  return `${language}_${region}`
}

type PagesOptions = {
  origin: string
  /** The browser halves of the plugins, unless they are the installed ones. */
  webPlugins?: WebPlugins
}
