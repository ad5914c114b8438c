import { type ComponentType, useEffect, useState } from 'react'
import { whenWanted } from '#client/when-wanted.ts'

/** What no first paint needs: fetched when the page stands and the browser has time, or the shopper begins to do something. */
export function Late() {
  const [Parts, setParts] = useState<ComponentType>()
  useEffect(
    () =>
      whenWanted(() => {
        import('./late-parts.tsx').then(
          ({ LateParts }) => setParts(() => LateParts),
          // The chunk's own event leads to a reload.
          () => {},
        )
      }),
    [],
  )
  return Parts && <Parts />
}
