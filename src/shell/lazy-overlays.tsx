import { type ComponentType, useEffect, useState } from 'react'
import { onInteractionOrIdle } from '#client/on-interaction-or-idle.ts'

/** Loads the code of overlays, which the first paint does not need, at the first interaction or when the browser is idle. */
export function LazyOverlays() {
  const [Overlays, setOverlays] = useState<ComponentType>()
  useEffect(
    () =>
      onInteractionOrIdle(() => {
        import('./overlays.tsx').then(
          ({ Overlays }) => setOverlays(() => Overlays),
          // The chunk's own event triggers a reload.
          () => {},
        )
      }),
    [],
  )
  return Overlays && <Overlays />
}
