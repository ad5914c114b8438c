import { Accessibility, StyleInjector } from '@dnd-kit/dom'
import { DragDropProvider } from '@dnd-kit/react'
import { isSortableOperation } from '@dnd-kit/react/sortable'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { placeText } from './place-text.ts'

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

/** A list whose items are moved: what is announced of a move, and the selector of what has the focus after the next rendering. */
export function useMoves() {
  const [announced, setAnnounced] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const focusNext = useRef<string>(undefined)
  // A moved element loses the focus in some browsers.
  useEffect(() => {
    const selector = focusNext.current
    focusNext.current = undefined
    if (selector) list.current?.querySelector<HTMLElement>(selector)?.focus()
  })
  return { list, focusNext, announced, setAnnounced }
}

type Handler = NonNullable<ComponentProps<typeof DragDropProvider>['onDragStart']>
type Source = Parameters<Handler>[0]['operation']['source']
type Dragged = { operation: { source: Pick<NonNullable<Source>, 'data'> | null } }
/** What the announcements read of the drag and drop manager of a list. */
type List = { registry: { draggables: { value: Iterable<unknown> } } }

/** The library's own name the ids of items. */
export const announcements = {
  dragstart: ({ operation }: Dragged, list: List) => say(operation, list, 'picked up at'),
  dragover: ({ operation }: Dragged, list: List) => say(operation, list, 'moved to'),
  dragend: ({ operation, canceled }: Dragged & { canceled: boolean }, list: List) =>
    say(operation, list, canceled ? 'put back at' : 'dropped at'),
}

function say({ source }: Dragged['operation'], { registry }: List, what: string) {
  if (!source || !('index' in source) || typeof source.index !== 'number') return undefined
  const name = typeof source.data.name === 'string' ? source.data.name : 'Item'
  return `${name} ${what} ${placeText(source.index, [...registry.draggables.value].length)}`
}
