import { z } from 'zod'
import { definePlugin } from '#contract/plugin.ts'

/** Spec §2 Layout, §3 "Plugins". A link only: no cookie, no request to a third party before the press. */
export const whatsappChat = definePlugin({
  module_name: 'WhatsappChat',
  title: 'Chat with the seller',
  description: 'A floating button on every page that opens a WhatsApp chat with a prefilled message.',
  icon: 'message',
  config: z.object({
    mobile_no: z
      .string()
      .regex(/^(\d{8,15})?$/)
      .default('')
      .meta({
        title: 'Mobile number',
        description: 'Digits with country code. Without a number there is no button.',
      }),
    default_message: z
      .string()
      .max(500)
      .default('Hi')
      .meta({ title: 'Default message', description: 'Prefilled text, except on product pages.' }),
    chat_location: z
      .enum(['bottom-left', 'bottom-right'])
      .default('bottom-right')
      .meta({ title: 'Location', description: 'Corner of the window.' }),
  }),
  publicConfig: (config) => config,
})
