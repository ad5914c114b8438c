import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'

/**
 * The id of the channel that a new record is for. Empty: the default channel.
 * @throws 422 at `values.channel`.
 */
export async function requireChannelId(db: Db | Tx, code: string): Promise<number> {
  const found = await db
    .selectFrom('channels')
    .select('id')
    .$if(code === '', (channels) => channels.where('is_default', '=', true))
    .$if(code !== '', (channels) => channels.where('code', '=', code))
    .executeTakeFirst()
  if (!found) throw invalid({ 'values.channel': ['This channel does not exist'] })
  return found.id
}

/** Amounts of a record are in the currency of its channel. @throws 422 at `values.channel` for another one. */
export async function requireSameChannel(tx: Tx, code: string, channelId: number): Promise<void> {
  if (code !== '' && (await requireChannelId(tx, code)) !== channelId)
    throw invalid({ 'values.channel': ['The channel cannot be changed: add another record instead'] })
}
