import { StyleInjector } from '@dnd-kit/dom'
import { DragDropProvider } from '@dnd-kit/react'
import { isSortableOperation } from '@dnd-kit/react/sortable'
import type { ReactNode } from 'react'

/** The policy allows styles by nonce only. Forms are also rendered without a document. */
const nonce = () => globalThis.document?.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''

type Props = {
  /** The positions before and after, and the id of the item. */
  onMove: (from: number, to: number, id: string | number) => void
  children: ReactNode
}

/** Makes the items inside, which call `useSortable`, draggable. */
export const SortableArea = ({ onMove, children }: Props) => (
  <DragDropProvider
    plugins={(defaults) => [...defaults, StyleInjector.configure({ nonce: nonce() })]}
    onDragEnd={({ operation, canceled }) => {
      if (canceled || !isSortableOperation(operation) || !operation.source) return
      const { initialIndex, index, id } = operation.source
      if (initialIndex !== index) onMove(initialIndex, index, id)
    }}
  >
    {children}
  </DragDropProvider>
)
