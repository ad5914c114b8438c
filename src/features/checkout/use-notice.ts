import { useEffect, useState } from 'react'
import { showToast } from '#client/toasts.ts'

/**
 * Shows a redirect's message as a toast and on the page. Removes it from the URL, so that a reload or a
 * bookmark does not repeat it.
 */
export function useNotice(notice: string | null, type: 'error' | 'success' = 'error'): string | null {
  const [message, setMessage] = useState(notice)
  useEffect(() => {
    if (!notice) return
    setMessage(notice)
    showToast(type, notice)
    const url = new URL(location.href)
    url.searchParams.delete('notice')
    url.searchParams.delete('posted')
    history.replaceState(history.state, '', url)
  }, [notice, type])
  return message
}
