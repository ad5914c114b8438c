import { createStore } from 'zustand/vanilla'
import type { Card } from './card.ts'

type QuickView = {
  /** The product whose quick view is open. */
  card: Card | null
  /** A quick view is likely to open: loads its code. */
  isNear: boolean
}

/** The quick view that cards request; `QuickViewHolder` renders it, so that cards do not import the dialog. */
export const quickView = createStore<QuickView>(() => ({ card: null, isNear: false }))

export const openQuickView = (card: Card) => quickView.setState({ card })

export const approachQuickView = () => quickView.setState({ isNear: true })
