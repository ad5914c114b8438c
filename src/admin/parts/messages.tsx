import { create } from 'zustand'
import { Icon } from '#ui/icon.tsx'
import css from './parts.module.css'

type Message = { id: number; text: string; tone: 'good' | 'bad' }

const useMessages = create<{ messages: readonly Message[] }>(() => ({ messages: [] }))
let shown = 0

/** Shows a message for some seconds; a failure stays until it is closed. */
export function showMessage(text: string, tone: Message['tone'] = 'good') {
  shown += 1
  const id = shown
  useMessages.setState(({ messages }) => ({ messages: [...messages.slice(-2), { id, text, tone }] }))
  if (tone === 'good') setTimeout(() => close(id), 6_000)
}

const close = (id: number) =>
  useMessages.setState(({ messages }) => ({ messages: messages.filter((message) => message.id !== id) }))

export function Messages() {
  const { messages } = useMessages()
  return (
    <div className={css.messages} role="status">
      {messages.map(({ id, text, tone }) => (
        <p key={id} data-tone={tone}>
          {text}
          <button type="button" aria-label="Close message" onClick={() => close(id)}>
            <Icon name="close" size={16} />
          </button>
        </p>
      ))}
    </div>
  )
}
