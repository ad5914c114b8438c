import { type MouseEvent, useState } from 'react'
import { ApiError, download } from '../api.ts'
import { showMessage } from './messages.tsx'
import { saveBlob } from './save-file.ts'

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
