import { createContext, type ReactNode, useContext, useDeferredValue } from 'react'
import css from './below-fold.module.css'
import type { Below } from './outlet-state.ts'

/** Of the page around a component. */
export const BelowContext = createContext<Below>('now')

/**
 * The part of a page that is below its first screen. A soft navigation renders it after the rest, in slices; until then it
 * is as high as the screen, so that nothing that is seen moves. The server renders it with the rest, as do pages whose scroll
 * position is restored. `isTall` is false where another part below keeps the height. ADR 0018.
 */
export function BelowFold({ children, isTall = true }: { children: ReactNode; isTall?: boolean }) {
  const below = useContext(BelowContext)
  const isNow = below === 'now'
  // Without an initial value nothing is deferred.
  const isDue = useDeferredValue(below !== 'held', below === 'soon' ? false : undefined)
  return isDue || isNow ? children : isTall && <div className={css.later} />
}
