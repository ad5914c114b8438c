import styles from './announce.module.css'

let region: HTMLElement | undefined

/** Creates the live region early, because screen readers announce only changes to a region that already exists. */
export function openAnnouncer() {
  region = document.createElement('div')
  region.setAttribute('role', 'status')
  region.className = styles.region ?? ''
  document.body.append(region)
}

/** Announces a message politely in the shop's single live region. A repeated message is announced again. */
export function announce(message: string) {
  if (!region) return
  const line = document.createElement('p')
  line.textContent = message
  region.replaceChildren(line)
}
