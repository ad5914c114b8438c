let isReloading = false

/** Whether the page is being loaded again on purpose: forms that keep their text do not ask. */
export const isReload = () => isReloading

/** Loads the page again; unsaved values of forms are kept (`kept-text.ts`). */
export function reloadPage() {
  isReloading = true
  // When another form asks, and is not left.
  setTimeout(() => {
    isReloading = false
  }, 5_000)
  location.reload()
}
