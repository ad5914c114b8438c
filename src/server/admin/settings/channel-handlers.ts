import type { adminChannelsEndpoints } from '#contract/admin/settings/channels.ts'
import { listChannels, readChannelValues, updateChannel } from '#server/channels/manage-channels.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { type Handlers, say } from '#server/kernel/handlers.ts'
import { recordNotFound } from '../refusals.ts'
import { versionOf } from '../resource-handlers.ts'
import { saveRecord } from './save-record.ts'

export const adminChannelsHandlers: Handlers<typeof adminChannelsEndpoints> = {
  async list(query, { db }) {
    const { page, per_page } = query
    const { rows, total } = await listChannels(db, query)
    const last_page = Math.max(1, Math.ceil(total / per_page))
    return { data: rows, current_page: page, last_page, per_page, total }
  },

  get: ({ id }, { db }) => requireChannel(db, id),

  async update({ id, version, values }, call) {
    const saved = await saveRecord(call, {
      type: 'channel',
      id: String(id),
      label: 'Channel',
      version,
      read: (db) => requireChannel(db, id),
      logged: (record) => record.values,
      write: (tx) => updateChannel(tx, id, values),
    })
    return say('Channel saved', saved)
  },
}

async function requireChannel(db: Db | Tx, id: number) {
  const values = await readChannelValues(db, id)
  if (!values) throw recordNotFound('Channel')
  return { id, version: versionOf(values), values }
}
