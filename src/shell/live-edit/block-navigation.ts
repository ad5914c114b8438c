import { onBeforeNavigate } from '#pages/browser.tsx'

/** Elements that do something within the page: they work in the preview too. */
const CONTROLS = 'button, input, select, textarea, label, summary, video, audio, iframe'

/**
 * Keeps the edited page in the frame: links and forms do nothing, and a click on a section calls `onSection` with its key instead. Returns
 * a function that ends it.
 */
export function blockNavigation(onSection: (key: string) => void) {
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || event.target.closest('[data-live-edit]')) return
    const link = event.target.closest('a[href]')
    const isWithinPage = link?.getAttribute('href')?.startsWith('#')
    if (link && !isWithinPage) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const section = event.target.closest<HTMLElement>('[data-section]')
    if (section?.dataset.section && !isWithinPage && !event.target.closest(CONTROLS))
      onSection(section.dataset.section)
  }
  const onSubmit = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('click', onClick, { capture: true })
  addEventListener('submit', onSubmit, { capture: true })
  const allowNavigation = onBeforeNavigate(() => false)
  return () => {
    removeEventListener('click', onClick, { capture: true })
    removeEventListener('submit', onSubmit, { capture: true })
    allowNavigation()
  }
}
