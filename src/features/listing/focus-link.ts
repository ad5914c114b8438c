/** Focuses the card with this link, without scrolling. */
export const focusLink = (href: string) =>
  document
    .querySelector<HTMLElement>(`#main article a[href="${CSS.escape(href)}"]`)
    ?.focus({ preventScroll: true })
