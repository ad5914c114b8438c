const YEAR_SECONDS = 31_536_000

/** Lets the notice be closed for good: the next page knows it before its first paint, by the cookie. Decisions §1.7. */
export function closeNotice() {
  document.addEventListener('click', ({ target }) => {
    const key = (target as Element).closest('[data-close-notice]')?.getAttribute('data-close-notice')
    if (!key) return
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's own API is not everywhere yet
    document.cookie = `notice_closed=${key};path=/;max-age=${YEAR_SECONDS};samesite=lax`
    document.documentElement.dataset.notice = 'closed'
  })
}
