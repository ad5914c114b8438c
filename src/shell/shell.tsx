import '#ui/base.css'
import { type ReactNode, useEffect } from 'react'
import { lazyHydrated } from '#client/lazy-hydrated.tsx'
import { onInteractionOrIdle } from '#client/on-interaction-or-idle.ts'
import { type Shop, ShopContext } from '#client/shop-context.ts'
import { PageSlots, Slot } from '#client/slot.tsx'
import { LoadingBar } from '#pages/loading-bar.tsx'
import { ChannelContext } from '#ui/locale.ts'
import cookies from './cookie-banner.module.css'
import { CookieBanner } from './cookie-banner.tsx'
import footer from './footer.module.css'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { LazyOverlays } from './lazy-overlays.tsx'
import { MobileFooter } from './mobile-footer.tsx'
import notice from './notice-bar.module.css'
import { NoticeBar } from './notice-bar.tsx'
import css from './shell.module.css'
import type { WholeShop } from './shell-data.ts'
import { StaticPart } from './static-part.tsx'

type Props = {
  shell: Shop
  /** Only on the server: data of the static parts. */
  whole?: WholeShop
  page: { screen: string; path: string; pending: boolean }
  children: ReactNode
}

const CheckoutHeader = lazyHydrated(() =>
  import('./checkout-header.tsx').then((module) => module.CheckoutHeader),
)

/**
 * The frame around every page, in the spec's order (§2 Layout). The checkout has no menus, so that the
 * shopper is not distracted.
 */
export function Shell({ shell, whole, page, children }: Props) {
  const { storefront, plugins } = shell
  const isCheckout = page.path.startsWith('/checkout/')
  useEffect(() => {
    document.documentElement.dataset.hydrated = '1'
  }, [])
  useEffect(() => {
    if (!plugins) return
    // Not part of the first load: past events are buffered for them. A plugin that does not start leaves the page as it is.
    return onInteractionOrIdle(() =>
      import('#client/start-plugins.ts').then(
        ({ startPlugins }) => startPlugins(plugins.active),
        () => {},
      ),
    )
  }, [plugins])

  return (
    <ShopContext value={shell}>
      <PageSlots value={shell.plugins?.slots ?? noSlots}>
        <ChannelContext value={storefront.channel}>
          <a className="skip-link" href="#main">
            Skip to the content
          </a>
          <LoadingBar />
          {isCheckout && <CheckoutHeader />}
          <div hidden={isCheckout}>
            <StaticPart as="div" id="cookies" className={cookies.holder}>
              {import.meta.env.SSR && whole && <CookieBanner shop={whole} />}
            </StaticPart>
            <StaticPart as="div" id="notice" className={notice.holder}>
              {import.meta.env.SSR && whole && <NoticeBar shop={whole} />}
            </StaticPart>
          </div>
          {!isCheckout && <Header path={page.path} />}
          <main id="main" className={css.main} data-layout={storefront.page_layout} tabIndex={-1}>
            {children}
          </main>
          <div className={css.footer} data-short={isCheckout}>
            <StaticPart as="footer" id="footer" className={footer.footer}>
              {import.meta.env.SSR && whole && <Footer shop={whole} />}
            </StaticPart>
          </div>
          <Slot name="body-end" props={{}} />
          {/* A product page has a bar of its own. */}
          {!isCheckout && page.screen !== 'product' && <MobileFooter path={page.path} />}
          <LazyOverlays />
        </ChannelContext>
      </PageSlots>
    </ShopContext>
  )
}

const noSlots = {}
