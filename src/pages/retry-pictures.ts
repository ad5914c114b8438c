/** As long as an overloaded server asks for (`Retry-After`), then longer. */
const DELAYS_MS = [2_000, 8_000]

/** Shows the colour of the background while a picture waits for its next attempt. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

const attempts = new WeakMap<HTMLImageElement, { address: string; count: number }>()

/**
 * Asks again for pictures of the page that could not be loaded, also for those that failed before this code ran. Until then a picture has
 * its colour instead of the browser's sign for a broken one; after the last attempt, its text.
 */
export function retryPictures(): void {
  // Such events do not bubble.
  addEventListener('error', ({ target }) => target instanceof HTMLImageElement && retry(target), true)
  for (const picture of document.images)
    if (picture.complete && picture.naturalWidth === 0 && picture.currentSrc) retry(picture)
}

function retry(picture: HTMLImageElement) {
  const { src, srcset } = picture
  if (!src.startsWith(`${location.origin}/_img/`)) return
  const known = attempts.get(picture)
  const attempt = known?.address === src ? known : { address: src, count: 0 }
  const delay = DELAYS_MS[attempt.count]
  if (delay === undefined) return
  attempts.set(picture, { ...attempt, count: attempt.count + 1 })
  picture.srcset = ''
  picture.src = NOTHING
  setTimeout(() => {
    // The page may have given it another picture since.
    if (picture.src !== NOTHING) return
    picture.srcset = srcset
    picture.src = src
  }, delay)
}
