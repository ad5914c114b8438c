import { cookieAttributes } from '#client/cookie-attributes.ts'

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
