import { type RefObject, useEffect, useRef } from 'react'
import { announce } from '#pages/announce.ts'
import { focusPage } from '#pages/prerender/focus-page.ts'
import type { ListingShown } from './listing-shown.ts'

/**
 * Announces a changed list to screen readers while the scroll position stays. If the change removed the
 * focused element (a chip, a button of the empty list), it focuses the remaining chips, or the heading.
 */
export function useListingChange(listing: ListingShown, chips: RefObject<HTMLElement | null>) {
  const before = useRef(listing)
  const focused = useRef<EventTarget>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      focused.current = target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    const old = before.current
    before.current = listing
    if (old === listing || old.url !== listing.url || old.query !== listing.query) return
    announce(changeMessage(old, listing))
    const isLost = focused.current instanceof Element && !focused.current.isConnected
    if (!isLost || document.activeElement !== document.body) return
    const chip = chips.current?.querySelector('a')
    if (chip) chip.focus({ preventScroll: true })
    else focusPage(new URL(location.href))
  }, [listing, chips])
}

/** `17 products`, and the sort order if that has changed. */
export function changeMessage(old: Pick<ListingShown, 'sort'>, { total, sort }: ListingShown) {
  const count = total === 0 ? 'No products match' : total === 1 ? '1 product' : `${total} products`
  const order = sort.options.find(({ value }) => value === sort.value)
  return order && sort.value !== old.sort.value ? `${count}, sorted by ${order.label}` : count
}
