import { type RefObject, useEffect, useRef } from 'react'
import { announce } from '#pages/announce.ts'
import { focusPage } from '#pages/focus-page.ts'
import type { ListingShown } from './listing-shown.ts'

/**
 * For who does not see that a list has changed while its place was kept: other filters or another order are told, and where the change
 * took away what had the focus (a chip, a button of the empty list), it goes on at the chips that are left, or at the heading.
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
    announce(changeWords(old, listing))
    const isLost = focused.current instanceof Element && !focused.current.isConnected
    if (!isLost || document.activeElement !== document.body) return
    const chip = chips.current?.querySelector('a')
    if (chip) chip.focus({ preventScroll: true })
    else focusPage(new URL(location.href))
  }, [listing, chips])
}

/** `17 products`, and in which order when that is what has changed. */
export function changeWords(old: Pick<ListingShown, 'sort'>, { total, sort }: ListingShown) {
  const count = total === 0 ? 'No products match' : total === 1 ? '1 product' : `${total} products`
  const order = sort.options.find(({ value }) => value === sort.value)
  return order && sort.value !== old.sort.value ? `${count}, sorted by ${order.label}` : count
}
