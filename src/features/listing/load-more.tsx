import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useShop } from '#client/shop-context.ts'
import { announce } from '#pages/announce.ts'
import { navigate } from '#pages/navigate.ts'
import { canReadPages, readPage } from '#pages/read-page.ts'
import { returnToLink } from '#pages/return-to-link.ts'
import { LinkButton } from '#ui/button.tsx'
import { focusLink } from './focus-link.ts'
import { type ListingShown, listingHref } from './listing-shown.ts'
import css from './load-more.module.css'
import { keepPages, type PagesShown, rangeOf, withPage } from './pages-shown.ts'
import { restorePages, storePages } from './stored-pages.ts'

/** Infinite scrolling stops after this many pages, so that the footer stays reachable. */
const PAGES_BY_SCROLL = 2

type Props = { listing: ListingShown; shown: PagesShown; onShown: (shown: PagesShown) => void }

/**
 * Progress of a listing and its next page, appended by a click or, if configured, by scrolling; the URL
 * follows. Without JavaScript and for crawlers it is a link to the next page. Spec §2 Listings.
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
    // Another build, or no network: navigates to the page instead.
    if (!cards || number !== page) return navigate(listingHref(listing, { page }))
    const shownNow = withPage(shown, { page, cards })
    // The URL of the last loaded page: a reload shows that page.
    history.replaceState(history.state, '', listingHref(listing, { page: shownNow.last }))
    keepPages(listing, shownNow)
    storePages(listing, shownNow)
    onShown(shownNow)
    announce(`${cards.length} more products: ${rangeOf(shownNow, perPage).upTo} of ${total}`)
    const [first] = cards
    // Keyboard focus moves to the first new product, as it does when the pressed button is gone.
    if (first && (movesFocus || page === lastPage)) requestAnimationFrame(() => focusLink(first.url))
  }

  const click = (page: number) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !canReadPages()) return
    event.preventDefault()
    if (isLoading) return
    byScroll.current = 0
    // A click by keyboard has the detail 0.
    void load(page, event.detail === 0)
  }

  const restore = useEffectEvent(async () => {
    const restored = await restorePages(listing, shown)
    if (!restored) return
    keepPages(listing, restored.shown)
    onShown(restored.shown)
    const { link: opened } = restored
    if (!opened) return
    requestAnimationFrame(() => {
      focusLink(opened.href)
      returnToLink({ ...opened, href: new URL(opened.href, location.href).href })
    })
  })
  const noteLink = useEffectEvent(({ target }: Event) => {
    const link = (target as Element).closest('article a[href]')
    const href = link?.getAttribute('href')
    if (!link || !href || shown.last === shown.first) return
    storePages(listing, shown, { href, top: link.getBoundingClientRect().top })
  })
  useEffect(() => {
    void restore()
    const note = (event: Event) => noteLink(event)
    document.addEventListener('click', note, true)
    return () => document.removeEventListener('click', note, true)
  }, [])

  const link = useRef<HTMLParagraphElement>(null)
  const loadByScroll = useEffectEvent(() => {
    if (isLoading || !canReadPages() || byScroll.current >= PAGES_BY_SCROLL) return
    byScroll.current += 1
    void load(shown.last + 1)
  })
  useEffect(() => {
    if (!isEndless || !link.current) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadByScroll(), {
      rootMargin: '300px',
    })
    watcher.observe(link.current)
    return () => watcher.disconnect()
    // The link may still be in view after a short page: observes it again after each.
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
