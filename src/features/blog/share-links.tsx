import { useEffect, useState } from 'react'
import { showToast } from '#client/toasts.ts'
import css from './share-links.module.css'

/** Plain links, without anybody's script; with scripts also the device's own sharing, or copying the address. */
export function ShareLinks({ title, address }: { title: string; address: string }) {
  const [own, setOwn] = useState<'share' | 'copy'>()
  useEffect(() => setOwn('share' in navigator ? 'share' : 'copy'), [])
  const query = (values: Record<string, string>) =>
    new URLSearchParams(values).toString().replaceAll('+', '%20')

  async function share() {
    // A closed share sheet is no error.
    if (own === 'share') return navigator.share({ title, url: address }).catch(() => {})
    try {
      await navigator.clipboard.writeText(address)
      showToast('success', 'Link copied')
    } catch {
      showToast('error', 'The link could not be copied')
    }
  }

  const others = [
    ['WhatsApp', `https://wa.me/?${query({ text: `${title} ${address}` })}`],
    ['Facebook', `https://www.facebook.com/sharer/sharer.php?${query({ u: address })}`],
    ['X', `https://x.com/intent/post?${query({ text: title, url: address })}`],
    [
      'Pinterest',
      `https://www.pinterest.com/pin/create/button/?${query({ url: address, description: title })}`,
    ],
  ] as const
  return (
    <ul className={css.share} aria-label="Share">
      {own && (
        <li>
          <button type="button" onClick={share}>
            {own === 'share' ? 'Share' : 'Copy link'}
          </button>
        </li>
      )}
      <li>
        <a href={`mailto:?${query({ subject: title, body: address })}`}>Email</a>
      </li>
      {others.map(([name, url]) => (
        <li key={name}>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {name}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
