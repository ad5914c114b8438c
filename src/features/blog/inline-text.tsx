import type { ReactNode } from 'react'
import { parseInline } from '#contract/rules/inline-markup.ts'

/** A text of a post or page with its bold parts and links. */
export const inlineText = (text: string): ReactNode[] =>
  parseInline(text).map(({ text: part, isBold, href }, at) => {
    if (isBold) return <b key={at}>{part}</b>
    if (href === undefined) return part
    return (
      <a key={at} href={href} rel={href.startsWith('/') ? undefined : 'noopener'}>
        {part}
      </a>
    )
  })
