import { defineWebPlugin } from '#client/web-plugin.ts'
import type { whatsappChat } from './plugin.ts'

export const whatsappChatWeb = defineWebPlugin<typeof whatsappChat>({
  module_name: 'WhatsappChat',
  slots: { 'body-end': () => import('./chat-button.tsx').then(({ ChatButton }) => ChatButton) },
})
