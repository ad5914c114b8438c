import { sql } from 'kysely'
import { defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { whatsappChat } from './plugin.ts'

/** An invented number. */
const demoNumber = '919000000000'

export const whatsappChatPlugin = defineServerPlugin(whatsappChat, {
  apiVersion: 1,
  slots: {
    async 'body-end'(_props, { api, config }) {
      if (config.mobile_no === '') return undefined
      const reply = await api.settings.get({ keys: ['store_url'] })
      if (reply.status !== 'success') throw new Error(reply.message)
      return { ...config, store_url: reply.data.store_url ?? '' }
    },
  },
  demo: {
    config: { mobile_no: demoNumber, default_message: 'Hi, I have a question about your shop' },
  },
  removeDemo: (tx) =>
    sql`update plugins set is_active = false
      where module_name = ${whatsappChat.module_name} and config ->> 'mobile_no' = ${demoNumber}`.execute(tx),
})
