import { useEffect, useId, useRef } from 'react'
import { create } from 'zustand'
import { Icon } from '#ui/icon.tsx'
import css from './parts.module.css'

type Action = { label: string; run: () => void }
type Message = { id: number; text: string; tone: 'good' | 'bad'; action: Action | undefined }

/** `places`: where messages can be shown, the innermost open dialog last. */
type State = { messages: readonly Message[]; places: readonly string[] }

const useMessages = create<State>(() => ({ messages: [], places: [] }))
let shown = 0

/** Shows a message for some seconds; a failure stays until it is closed. */
export function showMessage(text: string, tone: Message['tone'] = 'good', action?: Action) {
  shown += 1
  const id = shown
  useMessages.setState(({ messages }) => ({ messages: [...messages.slice(-2), { id, text, tone, action }] }))
  if (tone === 'good') setTimeout(() => close(id), 6_000)
}

const none: readonly Message[] = []

const close = (id: number) =>
  useMessages.setState(({ messages }) => ({ messages: messages.filter((message) => message.id !== id) }))

/**
 * The messages, also inside every dialog: what is around an open one is hidden from assistive technology and cannot be pressed. In the
 * top layer, above all dialogs; open from the start, because a region that appears with its text is not announced.
 */
export function Messages() {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const messages = useMessages((state) => (state.places.at(-1) === id ? state.messages : none))
  useEffect(() => {
    list.current?.showPopover()
    useMessages.setState(({ places }) => ({ places: [...places, id] }))
    return () => useMessages.setState(({ places }) => ({ places: places.filter((place) => place !== id) }))
  }, [id])
  return (
    <div ref={list} className={css.messages} role="status" popover="manual">
      {messages.map(({ id, text, tone, action }) => (
        <p key={id} data-tone={tone}>
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
      ))}
    </div>
  )
}
