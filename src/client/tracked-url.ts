/** Pages whose address is a secret, and the payment step. Security §13, §25. */
const privatePaths = ['/checkout/payment', '/checkout-failed', '/track-order/', '/account/reset-password/']
const secretParams = ['token', 'posted', 'preview']
/** Parameters that name a campaign; all others may be personal. */
const campaignParam = /^(utm_\w+|gclid|gbraid|wbraid|fbclid)$/

const ORDER_PAGE = '/checkout-complete'
const DAY_SECONDS = 86_400

/** Whether scripts of other companies must not run on the page. The confirmation page hides its token instead. */
export const isPrivateUrl = ({ pathname, searchParams }: URL) =>
  privatePaths.some((path) => pathname.startsWith(path)) ||
  (pathname !== ORDER_PAGE && secretParams.some((name) => searchParams.has(name)))

/** The URL that analytics may see: the path, and the parameters of a campaign. */
export function trackedUrl(text: string): string {
  if (!URL.canParse(text)) return ''
  const url = new URL(text)
  if (url.origin === location.origin && isPrivateUrl(url)) return `${url.origin}/`
  for (const name of [...url.searchParams.keys()])
    if (!campaignParam.test(name)) url.searchParams.delete(name)
  url.hash = ''
  return url.href
}

/**
 * Moves the order's token from the address of the confirmation page into a cookie of that page, because scripts of other companies
 * report the address. The page's guard accepts both.
 */
export function hideOrderToken() {
  const url = new URL(location.href)
  const [token, order] = [url.searchParams.get('token'), url.searchParams.get('order_id')]
  if (url.pathname !== ORDER_PAGE || !token || !order) return
  const secure = url.protocol === 'https:' ? ';secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's own API is not everywhere yet
  document.cookie = `order_${Number(order)}=${encodeURIComponent(token)};path=${ORDER_PAGE};max-age=${DAY_SECONDS};samesite=lax${secure}`
  url.searchParams.delete('token')
  history.replaceState(history.state, '', url)
}

type PageView = { url: string; referrer: string }

/**
 * Calls the listener for this page and for each later one of a soft navigation. One that throws, as the script of another company
 * may, is noted and called again for the next page.
 */
export function onPageView(report: (page: PageView) => void) {
  const listener = (page: PageView) => {
    try {
      report(page)
    } catch (error) {
      console.info('page view', error)
    }
  }
  let last = trackedUrl(location.href)
  listener({ url: last, referrer: trackedUrl(document.referrer) })
  if (!('navigation' in window)) return
  navigation.addEventListener('navigatesuccess', () => {
    const url = trackedUrl(location.href)
    if (url === last) return
    listener({ url, referrer: last })
    last = url
  })
}
