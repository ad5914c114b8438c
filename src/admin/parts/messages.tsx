import { useEffect, useId, useRef, useState } from 'react'
import { create } from 'zustand'
import { Icon } from '#ui/icon.tsx'
import css from './parts.module.css'

type Action = { label: string; run: () => void }
type Message = { id: number; text: string; tone: 'good' | 'bad'; action: Action | undefined }

/** `places`: where messages can be shown, the innermost open dialog last. */
type State = { messages: readonly Message[]; places: readonly string[] }

const useMessages = create<State>(() => ({ messages: [], places: [] }))
let shown = 0

const SHOWN_MS = 6_000
const SHOWN_WITH_ACTION_MS = 20_000

/** Shows a message for some seconds, longer with an action such as Undo; a failure stays until it is closed. */
export function showMessage(text: string, tone: Message['tone'] = 'good', action?: Action) {
  shown += 1
  const id = shown
  useMessages.setState(({ messages }) => ({ messages: [...messages.slice(-2), { id, text, tone, action }] }))
}

const none: readonly Message[] = []

const close = (id: number) =>
  useMessages.setState(({ messages }) => ({ messages: messages.filter((message) => message.id !== id) }))

/**
 * The messages, also inside every dialog: what is around an open one is hidden from assistive technology and cannot be pressed. In the
 * top layer, above all dialogs; open from the start, because a region that appears with its text is not announced. They stay
 * while the pointer or the focus is on them.
 */
export function Messages() {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [isHeld, setHeld] = useState(false)
  const messages = useMessages((state) => (state.places.at(-1) === id ? state.messages : none))
  useEffect(() => {
    list.current?.showPopover()
    useMessages.setState(({ places }) => ({ places: [...places, id] }))
    return () => useMessages.setState(({ places }) => ({ places: places.filter((place) => place !== id) }))
  }, [id])
  const isEmpty = messages.length === 0
  // Neither pointer nor focus leaves a message that is closed.
  useEffect(() => {
    if (isEmpty) setHeld(false)
  }, [isEmpty])
  return (
    <div
      ref={list}
      className={css.messages}
      role="status"
      popover="manual"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {messages.map((message) => (
        <MessageLine key={message.id} message={message} isHeld={isHeld} />
      ))}
    </div>
  )
}

function MessageLine({ message, isHeld }: { message: Message; isHeld: boolean }) {
  const { id, text, tone, action } = message
  const hasAction = action !== undefined
  useEffect(() => {
    if (tone === 'bad' || isHeld) return
    const timer = setTimeout(() => close(id), hasAction ? SHOWN_WITH_ACTION_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, tone, isHeld, hasAction])
  return (
    <p data-tone={tone}>
      {text}
      {action && (
        <button type="button" className={css.messageAction} onClick={action.run}>
          {action.label}
        </button>
      )}
      <button type="button" aria-label="Close message" onClick={() => close(id)}>
        <Icon name="close" size={16} />
      </button>
    </p>
  )
}
