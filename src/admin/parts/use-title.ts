import { useEffect } from 'react'

/** The name of the screen in the window's title. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} – Back office`
  }, [title])
}
