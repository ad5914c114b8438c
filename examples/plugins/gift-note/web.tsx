import { defineWebPlugin } from '#client/web-plugin.ts'
import type { giftNote } from './plugin.ts'

export default defineWebPlugin<typeof giftNote>({
  module_name: 'GiftNote',
  slots: { 'cart.summary': async () => (await import('./note-field.tsx')).NoteField },
})
