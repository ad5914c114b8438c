/** A link that was followed, and where it was on screen: pixels from the top of the viewport. */
export type LinkPlace = { href: string; top: number }

/** Long enough for pictures, fonts and late parts above the link; a shopper who scrolls by then ends it. */
const HOLD_MS = 1_000
const USER_INPUT = ['wheel', 'touchstart', 'keydown', 'pointerdown']

let stop = () => {}

/**
 * Scrolls so that a link is where it was when it was followed, and keeps it there while the page settles. The browser restores a
 * number of pixels, which is another place as soon as anything above has another height.
 */
export function returnToLink({ href, top }: LinkPlace) {
  stop()
  const from = performance.now()
  const user = new AbortController()
  stop = () => user.abort()
  for (const type of USER_INPUT)
    addEventListener(type, stop, { capture: true, passive: true, signal: user.signal })
  const hold = () => {
    if (user.signal.aborted) return
    const off = (linkOnScreen(href)?.getBoundingClientRect().top ?? top) - top
    if (Math.abs(off) >= 1) scrollBy({ top: off, behavior: 'instant' })
    if (performance.now() - from < HOLD_MS) requestAnimationFrame(hold)
    else user.abort()
  }
  hold()
}

const linkOnScreen = (href: string) =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a')].find(
    (link) => link.href === href && !link.closest('[inert], [hidden]'),
  )

const storageKey = (entry: string) => `followed link ${entry}`

/** Back and forward return to the link that was followed from a page, also after a reload of the page between. */
export function returnToFollowedLinks() {
  let followed: LinkPlace | undefined
  document.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('main a[href]') : null
      followed = link ? { href: link.href, top: link.getBoundingClientRect().top } : undefined
    },
    { capture: true },
  )
  let isTraverse = false
  navigation.addEventListener('navigate', (event) => {
    isTraverse = event.navigationType === 'traverse'
    const { currentEntry: left } = navigation
    if (left && event.navigationType === 'push' && !event.hashChange) {
      const isLink = followed?.href === event.destination.url
      write(left.key, isLink ? followed : undefined)
    }
  })
  navigation.addEventListener('navigatesuccess', () => {
    const place = isTraverse && read(navigation.currentEntry?.key ?? '')
    if (place) returnToLink(place)
  })
}

function write(entry: string, place: LinkPlace | undefined) {
  try {
    if (place) sessionStorage.setItem(storageKey(entry), JSON.stringify(place))
    else sessionStorage.removeItem(storageKey(entry))
  } catch {
    // Without storage the browser's own position counts.
  }
}

function read(entry: string): LinkPlace | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(entry)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
