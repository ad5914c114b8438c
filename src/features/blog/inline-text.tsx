import type { ReactNode } from 'react'

/** `**bold**` and `[label](/path)`; links to other schemes than these are left as text. */
const MARKS =
  /\*\*(?<bold>[^*]+)\*\*|\[(?<label>[^\]]+)\]\((?<href>(?:https?:\/\/|mailto:|\/(?!\/))[^\s)]*)\)/g

/** A text of a post with its bold parts and links. */
export function inlineText(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(MARKS)) {
    const { bold, label, href } = match.groups ?? {}
    parts.push(text.slice(end, match.index))
    parts.push(
      bold ? (
        <b key={match.index}>{bold}</b>
      ) : (
        <a key={match.index} href={href} rel={href?.startsWith('/') ? undefined : 'noopener'}>
          {label}
        </a>
      ),
    )
    end = match.index + match[0].length
  }
  parts.push(text.slice(end))
  return parts
}
