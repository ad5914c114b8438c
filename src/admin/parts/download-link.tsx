import { type MouseEvent, useState } from 'react'
import { ApiError, download } from '../api.ts'
import { showMessage } from './messages.tsx'

/** A link to a file that may need a new proof of identity; refusals are shown as messages. */
export function DownloadLink({ href, children }: { href: string; children: string }) {
  const [isBusy, setBusy] = useState(false)

  async function save(event: MouseEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      const { name, file } = await download(href)
      saveBlob(name, file)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== 'PROOF_REQUIRED') showMessage(error.message, 'bad')
    } finally {
      setBusy(false)
    }
  }

  return (
    <a href={href} aria-busy={isBusy} onClick={(event) => void save(event)}>
      {children}
    </a>
  )
}

/** Offers a text as a download of the browser. */
export const saveFile = (name: string, type: string, text: string) =>
  saveBlob(name, new Blob([text], { type }))

export function saveBlob(name: string, file: Blob) {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
