import { useEffect, useRef, useState } from 'react'
import { catalogueApi } from '#client/catalogue-api.ts'
import { type Card, toCard } from './card.ts'
import { ProductGrid } from './product-grid.tsx'
import css from './recently-viewed.module.css'
import { recentlyViewed, rememberViewed } from './viewed-products.ts'

const SHOWN = 4

type Props = {
  /** The product on screen: any of its variations' ids. */
  ids: readonly number[]
  slug: string
}

/** What was looked at before in this browser: asked for when one comes near the end of the page. Nothing leaves the browser but ids. */
export function RecentlyViewed({ ids, slug }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [cards, setCards] = useState<Card[]>([])
  const start = useRef(() => () => {})
  start.current = () => {
    const others = recentlyViewed().filter((id) => !ids.includes(id))
    const [first] = ids
    if (first !== undefined) rememberViewed(first)
    if (others.length === 0 || !place.current) return () => {}
    const asked = new AbortController()
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        watcher.disconnect()
        void readCards(others, slug, asked.signal).then((found) => found && setCards(found))
      },
      { rootMargin: '600px' },
    )
    watcher.observe(place.current)
    return () => {
      watcher.disconnect()
      asked.abort()
    }
  }
  useEffect(() => start.current(), [])
  return (
    <div ref={place}>
      {cards.length > 0 && (
        <section className={css.viewed} aria-labelledby="viewed-heading">
          <h2 id="viewed-heading">Recently viewed</h2>
          <ProductGrid cards={cards} />
        </section>
      )}
    </div>
  )
}

async function readCards(items: number[], slug: string, signal: AbortSignal) {
  try {
    const reply = await catalogueApi.product.grid(
      { source: 'recently_viewed', items },
      { silent: true, signal },
    )
    if (reply.status === 'error') return undefined
    return reply.data
      .filter((product) => product.slug !== slug)
      .slice(0, SHOWN)
      .map(toCard)
  } catch {
    // Called off: the shopper is on another page.
    return undefined
  }
}
