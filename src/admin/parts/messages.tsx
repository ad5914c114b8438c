import { create } from 'zustand'
import { Icon } from '#ui/icon.tsx'
import css from './parts.module.css'

type Action = { label: string; run: () => void }
type Message = { id: number; text: string; tone: 'good' | 'bad'; action: Action | undefined }

const useMessages = create<{ messages: readonly Message[] }>(() => ({ messages: [] }))
let shown = 0

/** Shows a message for some seconds; a failure stays until it is closed. */
export function showMessage(text: string, tone: Message['tone'] = 'good', action?: Action) {
  shown += 1
  const id = shown
  useMessages.setState(({ messages }) => ({ messages: [...messages.slice(-2), { id, text, tone, action }] }))
  if (tone === 'good') setTimeout(() => close(id), 6_000)
}

const close = (id: number) =>
  useMessages.setState(({ messages }) => ({ messages: messages.filter((message) => message.id !== id) }))

export function Messages() {
  const { messages } = useMessages()
  return (
    <div className={css.messages} role="status">
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
