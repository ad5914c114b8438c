import { useEffect, useState } from 'react'
import { showToast } from '#client/toasts.ts'

/**
 * A redirect's message for the page; an error is shown as a toast too. Removes it from the URL, so that a reload or a bookmark does not
 * repeat it.
 */
export function useNotice(notice: string | null, isError = true): string | null {
  const [message, setMessage] = useState(notice)
  useEffect(() => {
    if (!notice) return
    setMessage(notice)
    if (isError) showToast('error', notice)
    const url = new URL(location.href)
    url.searchParams.delete('notice')
    url.searchParams.delete('posted')
    history.replaceState(history.state, '', url)
  }, [notice, isError])
  return message
}
