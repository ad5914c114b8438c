import { createElement, useEffect, useState } from 'react'
import { useAccepted } from './consent.ts'
import type { PluginView } from './slot.tsx'

type Props = { consent: string; view: PluginView; viewProps: object }

/** A slot of a plugin that needs consent. Not in the server's markup, because cached pages contain no visitor's choices. */
export function ConsentedSlot({ consent, view, viewProps }: Props) {
  const isAccepted = useAccepted(consent)
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    // The slot stays empty when its code cannot be loaded.
    const stayEmpty = () => {}
    if (isAccepted) view.load().then(() => setLoaded(true), stayEmpty)
  }, [isAccepted, view])
  return isAccepted && isLoaded && createElement(view.Component, viewProps)
}
