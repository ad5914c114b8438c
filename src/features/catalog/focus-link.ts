/** Brings the focus to the card that leads to this address, without moving the page. */
export const focusLink = (href: string) =>
  document
    .querySelector<HTMLElement>(`#main article a[href="${CSS.escape(href)}"]`)
    ?.focus({ preventScroll: true })
