import { useEffect, useState } from 'react'

/** A redirect's message for the page. Removes it from the URL, so that a reload or a bookmark does not repeat it. */
export function useNotice(notice: string | null): string | null {
  const [message, setMessage] = useState(notice)
  useEffect(() => {
    if (!notice) return
    setMessage(notice)
    const url = new URL(location.href)
    url.searchParams.delete('notice')
    url.searchParams.delete('posted')
    history.replaceState(history.state, '', url)
  }, [notice])
  return message
}
