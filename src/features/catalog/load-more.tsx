import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useShop } from '#client/shop-context.ts'
import { announce } from '#pages/announce.ts'
import { navigate } from '#pages/navigate.ts'
import { canReadPages, readPage } from '#pages/read-page.ts'
import { LinkButton } from '#ui/button.tsx'
import { focusLink } from './focus-link.ts'
import { type ListingShown, listingHref } from './listing-shown.ts'
import css from './load-more.module.css'
import { keepPages, type PagesShown, rangeOf, withPage } from './pages-shown.ts'

/** Endless scrolling ends after so many pages: the footer must be reachable. */
const PAGES_BY_SCROLL = 2

type Props = { listing: ListingShown; shown: PagesShown; onShown: (shown: PagesShown) => void }

/**
 * The rest of a listing: how far one is, and the next page, put below by a click or, as the shop has it, by scrolling. The address
 * follows. A link to the next page without scripts, and to whoever only follows links. Spec §2 Listings.
 */
export function LoadMore({ listing, shown, onShown }: Props) {
  const { perPage, total, lastPage } = listing
  const [isLoading, setLoading] = useState(false)
  const byScroll = useRef(0)
  const isEndless = useShop().settings.listing_paging === 'scroll'

  async function load(page: number, movesFocus = false) {
    setLoading(true)
    const next = await readPage(listingHref(listing, { page }))
    setLoading(false)
    const { cards, page: number } = (next?.data ?? {}) as Partial<ListingShown>
    // Another build, no network: the page itself knows better.
    if (!cards || number !== page) return navigate(listingHref(listing, { page }))
    const shownNow = withPage(shown, { page, cards })
    // The address of what is there: a reload shows its last page.
    history.replaceState(history.state, '', listingHref(listing, { page: shownNow.last }))
    keepPages(listing, shownNow)
    onShown(shownNow)
    announce(`${cards.length} more products: ${rangeOf(shownNow, perPage).upTo} of ${total}`)
    const [first] = cards
    // The keyboard goes on where the new ones begin; so does whoever has pressed a button that is gone now.
    if (first && (movesFocus || page === lastPage)) requestAnimationFrame(() => focusLink(first.url))
  }

  const click = (page: number) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !canReadPages()) return
    event.preventDefault()
    if (isLoading) return
    byScroll.current = 0
    // A click of the keyboard's has no count.
    void load(page, event.detail === 0)
  }

  const link = useRef<HTMLParagraphElement>(null)
  const scroll = useRef(() => {})
  scroll.current = () => {
    if (isLoading || !canReadPages() || byScroll.current >= PAGES_BY_SCROLL) return
    byScroll.current += 1
    void load(shown.last + 1)
  }
  useEffect(() => {
    if (!isEndless || !link.current) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && scroll.current(), {
      rootMargin: '300px',
    })
    watcher.observe(link.current)
    return () => watcher.disconnect()
    // A page that came leaves the link in view when it is short: look anew each time.
  }, [isEndless, shown.last])

  if (lastPage <= 1) return null
  const { before, upTo } = rangeOf(shown, perPage)
  return (
    <nav className={css.more} aria-label="More of the list">
      <p className={css.progress}>{`${before > 0 ? `${before + 1}–` : ''}${upTo} of ${total}`}</p>
      <progress className={css.bar} max={total} value={upTo} aria-hidden="true" />
      {shown.last < lastPage && (
        <p ref={link}>
          <LinkButton
            look="secondary"
            href={listingHref(listing, { page: shown.last + 1 })}
            rel="next"
            aria-busy={isLoading || undefined}
            onClick={click(shown.last + 1)}
          >
            {isLoading ? 'Please wait' : 'Load more'}
          </LinkButton>
        </p>
      )}
    </nav>
  )
}
