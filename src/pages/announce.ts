import styles from './announce.module.css'

let region: HTMLElement | undefined

/** Screen readers only tell of changes to a region they know: it has to stand before the first message. */
export function openAnnouncer() {
  region = document.createElement('div')
  region.setAttribute('role', 'status')
  region.className = styles.region ?? ''
  document.body.append(region)
}

/** Tells a message to screen readers, politely, in the one live region of the shop. The same again is told again. */
export function announce(message: string) {
  if (!region) return
  const line = document.createElement('p')
  line.textContent = message
  region.replaceChildren(line)
}
