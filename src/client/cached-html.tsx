import type { ReactNode } from 'react'
import { type Shop, useShop } from './shop-context.ts'

/**
 * Returns the HTML of an element from memory, or renders it and keeps it under the key; undefined for one that must be rendered where
 * it is. The element may depend on the shop and the key alone.
 */
export type HtmlKeeper = (shop: Shop, key: PartKey, element: ReactNode) => string | undefined

/** `by`: what the content depends on besides the shop, as JSON. */
type PartKey = { name: string; by: unknown }

let keeper: HtmlKeeper | undefined

/** Set by the server's entry (`shell/html-keeper.tsx`). Without it everything is rendered by React. */
export function setHtmlKeeper(next: HtmlKeeper | undefined) {
  keeper = next
}

type Props = PartKey & {
  as: 'li' | 'aside' | 'div' | 'nav' | 'footer'
  id?: string | undefined
  className?: string | undefined
  'aria-label'?: string | undefined
  children: ReactNode
}

/**
 * On the server alone: an element whose content comes from memory where it was rendered before, for parts that many pages repeat. Browsers
 * hydrate the same markup, so they render the element itself. The content must not use `useId` nor the page. ADR 0023.
 */
export function CachedPart({ as: Part, name, by, children, ...own }: Props) {
  const shop = useShop()
  const html = keeper?.(shop, { name, by }, children)
  if (html === undefined) return <Part {...own}>{children}</Part>
  return <Part {...own} dangerouslySetInnerHTML={{ __html: html }} />
}
