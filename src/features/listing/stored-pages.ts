import { readPage } from '#pages/read-page.ts'
import type { LinkPlace } from '#pages/return-to-link.ts'
import type { ListingShown } from './listing-shown.ts'
import { listingHref } from './listing-shown.ts'
import { entryKey, identityOf, type PagesShown } from './pages-shown.ts'

/** `link`: the product that was opened from the list, and where it was. */
type Stored = { listing: string; first: number; last: number; link?: LinkPlace }

/** A list that is longer than this starts from its last page after a reload. */
const MAX_PAGES = 10

/** Stores the range of loaded pages for this history entry, so that it outlives a reload; the cards are read again. */
export function storePages(listing: ListingShown, { first, last }: PagesShown, link?: LinkPlace) {
  const key = entryKey()
  const stored: Stored = { listing: identityOf(listing), first, last, ...(link && { link }) }
  try {
    if (key) sessionStorage.setItem(storageKey(key), JSON.stringify(stored))
  } catch {
    // Without storage a reload shows the last page only.
  }
}

/** The earlier pages of this history entry, read again, before the one that is shown; undefined when there are none. */
export async function restorePages(
  listing: ListingShown,
  shown: PagesShown,
): Promise<{ shown: PagesShown; link: LinkPlace | undefined } | undefined> {
  const stored = readStored()
  if (!stored || stored.listing !== identityOf(listing) || stored.last !== shown.last) return undefined
  const count = shown.first - stored.first
  if (count < 1 || count > MAX_PAGES) return undefined
  const numbers = Array.from({ length: count }, (_, at) => stored.first + at)
  const pages = await Promise.all(numbers.map((page) => readPage(listingHref(listing, { page }))))
  const read = pages.map((page) => page?.data as Partial<ListingShown> | undefined)
  if (read.some((page, at) => !page?.cards || page.page !== numbers[at])) return undefined
  const known = new Set(shown.cards.map(({ id }) => id))
  const earlier = read.flatMap((page) => page?.cards ?? []).filter(({ id }) => !known.has(id))
  return { shown: { ...shown, first: stored.first, cards: [...earlier, ...shown.cards] }, link: stored.link }
}

const storageKey = (key: string) => `listing pages ${key}`

function readStored(): Stored | undefined {
  try {
    const text = sessionStorage.getItem(storageKey(entryKey() ?? ''))
    return text ? (JSON.parse(text) as Stored) : undefined
  } catch {
    return undefined
  }
}
