import { type ComponentType, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { navigate } from '#pages/navigate.ts'
import type { Card } from './card.ts'
import { quickView } from './quick-view.ts'

/**
 * Where the quick view stands once it is wanted: its code is not part of the page. The product's data is on its way since somebody
 * pointed at the card, whose link it is.
 */
export function QuickViewHolder() {
  const card = useStore(quickView, (state) => state.card)
  const isWanted = useStore(quickView, (state) => state.isNear || state.card !== null)
  const [View, setView] = useState<ComponentType<{ card: Card }>>()

  useEffect(() => {
    if (!isWanted || View) return
    loadDialog().then(
      (loaded) => setView(() => loaded),
      () => {
        const { card: missed } = quickView.getState()
        quickView.setState({ card: null, isNear: false })
        if (missed) navigate(missed.url)
      },
    )
  }, [isWanted, View])

  return card && View ? <View key={card.url} card={card} /> : null
}

async function loadDialog() {
  const { QuickViewDialog, ready } = await import('./quick-view-dialog.tsx')
  await ready
  return QuickViewDialog
}
