import { createStore } from 'zustand/vanilla'
import type { Card } from './card.ts'

type QuickView = {
  /** The product whose quick view is open. */
  card: Card | null
  /** Somebody is about to open one: its code may come. */
  isNear: boolean
}

/** What cards wish for; `QuickViewHolder`, which stands over the page, fulfils it. Cards know nothing of the dialog. */
export const quickView = createStore<QuickView>(() => ({ card: null, isNear: false }))

export const openQuickView = (card: Card) => quickView.setState({ card })

export const approachQuickView = () => quickView.setState({ isNear: true })
