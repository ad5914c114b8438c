import type { ReactNode } from 'react'
import { CachedPart } from '#client/cached-html.tsx'

type Props = {
  as: 'footer' | 'div'
  id: string
  /** Also keeps the part's styles in the browser's stylesheet. */
  className: string | undefined
  children: ReactNode
}

/**
 * A part of the shell that never changes during a visit and needs no JavaScript: rendered by the server and
 * not hydrated, so the browser loads neither its code nor its data (ADR 0019). The browser reuses the
 * document's HTML.
 */
export function StaticPart({ as: Part, id, className, children }: Props) {
  const own = { id, className }
  if (import.meta.env.SSR)
    return (
      <CachedPart as={Part} name={id} by="" {...own} id={id}>
        {children}
      </CachedPart>
    )
  return <Part {...own} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: cachedHtml(id) }} />
}

const parts = new Map<string, string>()

/** Read once, so that the part survives a client-side re-render of the page. */
function cachedHtml(id: string) {
  const known = parts.get(id)
  if (known !== undefined) return known
  const html = document.getElementById(id)?.innerHTML ?? ''
  parts.set(id, html)
  return html
}
