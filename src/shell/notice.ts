import { cookieAttributes } from '#client/cookie-attributes.ts'

/** Identifies a notice by its text, so that a new notice shows although an earlier one was closed (decisions §1.7). */
export function noticeKey(message: string) {
  let hash = 2_166_136_261
  for (const char of message) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619)
  return (hash >>> 0).toString(36)
}

const YEAR_SECONDS = 31_536_000

/** Closes the notice permanently: a cookie hides it before the first paint of the next page. Decisions §1.7. */
export function closeNotice() {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const key = target.closest('[data-close-notice]')?.getAttribute('data-close-notice')
    if (!key) return
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's own API is not everywhere yet
    document.cookie = `notice_closed=${key}${cookieAttributes(YEAR_SECONDS)}`
    document.documentElement.dataset.notice = 'closed'
  })
}
