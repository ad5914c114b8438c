import { defineServerPlugin } from '#server/plugins/define-server-plugin.ts'
import { whatsappChat } from './plugin.ts'

export const whatsappChatPlugin = defineServerPlugin(whatsappChat, {
  slots: {
    async 'body-end'(_props, { api, config }) {
      if (config.mobile_no === '') return undefined
      const reply = await api.settings.get({ keys: ['store_url'] })
      if (reply.status !== 'success') throw new Error(reply.message)
      return { ...config, store_url: reply.data.store_url ?? '' }
    },
  },
  demo: {
    config: { mobile_no: '919000000000', default_message: 'Hi, I have a question about your shop' },
  },
})
