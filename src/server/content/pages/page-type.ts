import type { PageData } from '#contract/content.ts'

export type PageType = PageData['page_type']

/** The page type of a path; `Page` is a content page. Decisions §4, notes. */
export function pageTypeOf(path: string): PageType {
  const [first, second] = path.split('/').filter((segment) => segment !== '')
  if (!first) return 'Home'
  const [alone, below] = typesByFirst.get(first) ?? ['Page', 'Page']
  return second ? below : alone
}

/**
 * By the first segment: the type of that segment alone, and with further segments. `Page` where no screen
 * exists.
 */
const typesByFirst = new Map<string, [PageType, PageType]>([
  ['product', ['Page', 'Product']],
  ['product-category', ['Page', 'Category']],
  ['product-collection', ['Page', 'Collection']],
  ['shop-online', ['Shop', 'SuperCategory']],
  ['search', ['Search', 'Page']],
  ['blogs', ['BlogList', 'BlogPost']],
  ['cart', ['Cart', 'Page']],
  ['checkout', ['Page', 'Checkout']],
  ['checkout-complete', ['CheckoutComplete', 'Page']],
  ['checkout-failed', ['CheckoutFailed', 'Page']],
  ['track-order', ['TrackOrder', 'TrackOrder']],
  ['account', ['Account', 'Account']],
  ['password-protected', ['Special', 'Page']],
  ['coming-soon', ['Special', 'Page']],
  ['under-maintenance', ['Special', 'Page']],
])
