import { Accessibility, StyleInjector } from '@dnd-kit/dom'
import { DragDropProvider } from '@dnd-kit/react'
import { isSortable, isSortableOperation } from '@dnd-kit/react/sortable'
import { type ComponentProps, type ReactNode, useState } from 'react'

/** The policy allows styles by nonce only. Forms are also rendered without a document. */
const nonce = () => globalThis.document?.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''

type Props = {
  /** The positions before and after, and the id of the item. False when it was not moved. */
  onMove: (from: number, to: number, id: string | number) => unknown
  children: ReactNode
}

/** Makes the items inside, which call `useSortable` with their name in `data`, draggable. */
export function SortableArea({ onMove, children }: Props) {
  const [resets, setResets] = useState(0)

  // Dragging moves the elements themselves: after a refusal they are made again, in the order that is stored.
  async function end(from: number, to: number, id: string | number) {
    if ((await onMove(from, to, id)) === false) setResets((count) => count + 1)
  }

  return (
    <DragDropProvider
      key={resets}
      plugins={(defaults) => [
        ...defaults.filter((plugin) => plugin !== Accessibility),
        Accessibility.configure({ announcements }),
        StyleInjector.configure({ nonce: nonce() }),
      ]}
      onDragEnd={({ operation, canceled }) => {
        if (canceled || !isSortableOperation(operation) || !operation.source) return
        const { initialIndex, index, id } = operation.source
        if (initialIndex !== index) void end(initialIndex, index, id)
      }}
    >
      {children}
    </DragDropProvider>
  )
}

type Handler = NonNullable<ComponentProps<typeof DragDropProvider>['onDragStart']>
type Source = Parameters<Handler>[0]['operation']['source']

/** The library's own name the ids of items. */
const announcements = {
  dragstart: ({ operation: { source } }: { operation: { source: Source } }) => say(source, 'picked up'),
  dragover: ({ operation: { source } }: { operation: { source: Source } }) => say(source, 'moved'),
  dragend: ({ operation: { source }, canceled }: { operation: { source: Source }; canceled: boolean }) =>
    say(source, canceled ? 'put back' : 'dropped'),
}

function say(source: Source, what: string) {
  if (!source) return undefined
  const { name = 'Item' } = source.data as { name?: string }
  return isSortable(source) ? `${name}: ${what}, position ${source.index + 1}` : `${name}: ${what}`
}
