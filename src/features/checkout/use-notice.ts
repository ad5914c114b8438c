import { useEffect, useState } from 'react'
import { showToast } from '#client/toasts.ts'

/**
 * What a redirect had to say: as a toast, and for as long as the page stays. The address is cleaned, so that neither a reload
 * nor a bookmark says it again.
 */
export function useNotice(notice: string | null): string | null {
  const [message, setMessage] = useState(notice)
  useEffect(() => {
    if (!notice) return
    setMessage(notice)
    showToast('error', notice)
    const url = new URL(location.href)
    url.searchParams.delete('notice')
    history.replaceState(history.state, '', url)
  }, [notice])
  return message
}
