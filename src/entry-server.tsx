import type { Api } from '#contract/client.ts'
import type { Assets } from '#pages/answer.ts'
import { createPages } from '#pages/server.tsx'
import { guards } from '#screens/guards.ts'
import { routes } from '#screens/routes.ts'
import { screens } from '#screens/screens.ts'
import { headTags } from '#shell/head-tags.ts'
import { Shell } from '#shell/shell.tsx'
import { loadShell } from '#shell/shell-data.ts'
import StatusPage from '#shell/status.tsx'
import { statusFrom } from '#shell/status-boundary.tsx'
import { imageUrl } from '#ui/image-url.ts'

/**
 * The pages of the shop, for whoever serves them. `assets` is what the build of the browser's half knows, `origin` where the
 * shop is found: `https://shop.example`.
 */
export const openPages = (assets: Assets, { origin }: { origin: string }) =>
  createPages<Api, Awaited<ReturnType<typeof loadShell>>>({
    routes,
    screens,
    guards,
    loadShell,
    Shell,
    Status: statusFrom(StatusPage),
    headTags,
    origin,
    site: ({ storefront: { enable_indexing, social_sharing_image } }) => ({
      isIndexed: enable_indexing,
      image: social_sharing_image ? imageUrl(social_sharing_image.path, 1280) : undefined,
    }),
    lang: ({ storefront }) => storefront.channel.locale,
    assets,
  })
