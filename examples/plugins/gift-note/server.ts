import { join } from 'node:path'
import { scopeOf } from '#server/commerce/cart/model/cart-scope.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { say } from '#server/platform/kernel/handlers.ts'
import { pluginConfig } from '#server/platform/kernel/plugin.ts'
import {
  defineAdminGroup,
  defineGroup,
  defineServerPlugin,
} from '#server/shop/plugins/define-server-plugin.ts'
import { giftNoteAdminEndpoints } from './admin-contract.ts'
import { giftNoteAdminRoutes } from './admin-routes.ts'
import { giftNoteEndpoints } from './contract.ts'
import {
  eraseNotesOf,
  keepNote,
  listNotes,
  moveNote,
  readNote,
  readNoteOfCart,
  readNotesOf,
  saveNote,
} from './notes.server.ts'
import { giftNote } from './plugin.ts'
import { giftNoteRoutes } from './routes.ts'

export default defineServerPlugin(giftNote, {
  apiVersion: 1,
  endpoints: [
    defineGroup({
      name: 'giftNote',
      routes: giftNoteRoutes,
      endpoints: giftNoteEndpoints,
      handlers: {
        async get(input, call) {
          return { note: await readNote(call.db, scopeOf(call, input)) }
        },
        async save({ note, ...ref }, call) {
          const config = await pluginConfig(call, giftNote)
          if (config && note.length > config.max_length)
            throw invalid({ note: [`Use at most ${config.max_length} characters`] })
          await saveNote(call.db, scopeOf(call, ref), note)
          return say(note === '' ? 'Gift note removed' : 'Gift note saved', { note })
        },
      },
      limits: { save: { most: 30, seconds: 60 } },
    }),
  ],
  admin: {
    groups: [
      defineAdminGroup({
        name: 'adminGiftNotes',
        routes: giftNoteAdminRoutes,
        endpoints: giftNoteAdminEndpoints,
        handlers: { list: (query, { db }) => listNotes(db, query) },
      }),
    ],
  },
  hooks: {
    'order.placed': async ({ order_id }, { tx }) => void (await keepNote(tx, order_id)),
    async 'customer.merged'({ cart_id, guest_cart_id }, { tx }) {
      if (cart_id !== null && guest_cart_id !== null && cart_id !== guest_cart_id)
        await moveNote(tx, { from: guest_cart_id, to: cart_id })
    },
  },
  async orderMail({ cart_id }, { tx }) {
    const note = await readNoteOfCart(tx, cart_id)
    return note === undefined ? undefined : { label: 'Gift note', lines: note.split('\n') }
  },
  slots: {
    async 'cart.summary'({ cart_session }, { api, config }) {
      const reply = await api.giftNote.get({ cart_session })
      if (reply.status !== 'success') throw new Error(reply.message)
      return { note: reply.data.note, label: config.label, max_length: config.max_length }
    },
  },
  personalData: [
    {
      tables: ['gift_note_carts', 'gift_note_orders'],
      read: async (db, person) => ({ gift_notes: await readNotesOf(db, person) }),
      erase: eraseNotesOf,
    },
  ],
  migrations: join(import.meta.dirname, 'migrations'),
})
