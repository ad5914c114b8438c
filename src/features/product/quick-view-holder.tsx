import { type ComponentType, useContext, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { loadLazyComponents } from '#client/lazy-hydrated.tsx'
import type { Card } from '#features/card/card.ts'
import { quickView } from '#features/card/quick-view.ts'
import { navigate } from '#pages/navigate.ts'
import { StoreContext } from '#pages/use-page.ts'

/**
 * Renders the quick view on demand, because its code is not part of the page. The product's data is
 * prefetched since the pointer reached the card's link.
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

  // A press on a slow network shows that it counts.
  const pages = useContext(StoreContext)
  const isAwaited = card !== null && !View
  useEffect(() => {
    if (!isAwaited) return
    pages?.set({ isPending: true })
    return () => pages?.set({ isPending: false })
  }, [isAwaited, pages])

  return card && View ? <View key={card.url} card={card} /> : null
}

async function loadDialog() {
  const { QuickViewDialog } = await import('./quick-view-dialog.tsx')
  // There is no server markup for the dialog's lazy parts.
  await loadLazyComponents()
  return QuickViewDialog
}
