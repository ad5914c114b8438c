import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { api } from '#client/api.ts'
import { withCardSlots } from '#client/load-slots.ts'
import { useShop } from '#client/shop-context.ts'
import { type Card, toCard } from '#features/card/card.ts'
import { ProductGrid } from '#features/card/product-grid.tsx'
import css from './recently-viewed.module.css'
import { recentlyViewed, rememberViewed } from './viewed-products.ts'

type Props = {
  /** The product on screen, if any: the ids of its variations. It is remembered and left out. */
  ids?: readonly number[]
  slug?: string
  title?: string
  /** How many products are shown. */
  shown?: number
}

/** Products viewed before in this browser, loaded near the end of the page. Only their ids are sent. */
export function RecentlyViewed({ ids = [], slug = '', title = 'Recently viewed', shown = 4 }: Props) {
  const headingId = useId()
  const place = useRef<HTMLDivElement>(null)
  const [cards, setCards] = useState<Card[]>([])
  const { plugins, storefront } = useShop()
  const hasPlugins = plugins !== undefined
  const start = useEffectEvent(() => {
    const others = recentlyViewed().filter((id) => !ids.includes(id))
    const [first] = ids
    if (first !== undefined) rememberViewed(first)
    if (others.length === 0 || !place.current) return () => {}
    const request = new AbortController()
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        watcher.disconnect()
        void readCards(others, { slug, currency: storefront.channel.currency.code }, request.signal).then(
          async (found) => {
            const chosen = found?.slice(0, shown)
            if (chosen) setCards(hasPlugins ? await withCardSlots(api, chosen) : chosen)
          },
        )
      },
      { rootMargin: '600px' },
    )
    watcher.observe(place.current)
    return () => {
      watcher.disconnect()
      request.abort()
    }
  })
  useEffect(() => start(), [])
  return (
    <div ref={place}>
      {cards.length > 0 && (
        <section className={css.viewed} aria-labelledby={headingId}>
          <h2 id={headingId}>{title}</h2>
          <ProductGrid name="Recently viewed" cards={cards} isRail />
        </section>
      )}
    </div>
  )
}

type Shown = { slug: string; currency: string }

async function readCards(items: number[], { slug, currency }: Shown, signal: AbortSignal) {
  try {
    const reply = await api.product.grid({ source: 'recently_viewed', items }, { silent: true, signal })
    if (reply.status === 'error') return undefined
    // Cards have no currency: another tab may have chosen another channel.
    const shown = reply.data.filter(
      ({ slug: own, channel }) => own !== slug && channel.selling_price.currency === currency,
    )
    return shown.map(toCard)
  } catch {
    // Aborted: the shopper has left the page.
    return undefined
  }
}
