import type { IncomingMessage } from 'node:http'
import { remember } from '#server/platform/changes/remember.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Services, Tx, Visitor } from '#server/platform/kernel/context.ts'
import { readChannels } from './read-channel.ts'

/** The cookie with the code of the channel that the shopper has chosen. Decisions §6, "Multi-channel". */
export const channelCookieName = 'channel'

/** The active channels, and which of them serves a request. ADR 0033. */
export type ChannelSelection = {
  /** The default channel first, then by name. */
  channels: readonly Channel[]
  /** With one channel neither host nor cookie is read. */
  isSingle: boolean
  /** Whether the cookie can decide: `enable_multi_channel` is on, and a channel besides the default one has no host. */
  isByCookie: boolean
  default: Channel
  byId(id: number): Channel | undefined
  /** The channel that the cookie may name. */
  byCode(code: string): Channel | undefined
  /** @param host the `Host` header; `code`: the value of the cookie */
  find(host: string | undefined, code: string | undefined): Channel
}

export function selectionOf(channels: readonly Channel[], isEnabled: boolean): ChannelSelection {
  const preset = channels.find(({ is_default }) => is_default)
  if (!preset) throw new Error('The shop has no default channel')
  const byHost = new Map(channels.flatMap((channel) => (channel.host ? [[channel.host, channel]] : [])))
  const byCode = new Map(
    isEnabled ? channels.flatMap((channel) => (channel.host ? [] : [[channel.code, channel]])) : [],
  )
  const byId = new Map(channels.map((channel) => [channel.id, channel]))
  return {
    channels,
    isSingle: channels.length === 1,
    isByCookie: [...byCode.values()].some(({ is_default }) => !is_default),
    default: preset,
    byId: (id) => byId.get(id),
    byCode: (code) => byCode.get(code),
    find: (host, code) => byHost.get(host?.toLowerCase() ?? '') ?? byCode.get(code ?? '') ?? preset,
  }
}

/** Noted by every write of a channel. */
export const channelsTag = 'channels'

/** Tags of `readChannelSelection`. */
export const selectionTags: readonly string[] = [channelsTag, 'storefront', 'settings']

export async function readChannelSelection(db: Db | Tx): Promise<ChannelSelection> {
  const [channels, setting] = await Promise.all([
    readChannels(db),
    db.selectFrom('settings').select('value').where('key', '=', 'enable_multi_channel').executeTakeFirst(),
  ])
  return selectionOf(channels, setting?.value === true)
}

type Context = Pick<Services, 'db' | 'changes'>

/** The same, cached until a change, because every call needs it. */
export const rememberedSelection = (services: Context): Promise<ChannelSelection> =>
  remember(services, 'channels', selectionTags, () => readChannelSelection(services.db))

/** The channel of a call. A page for everyone is rendered for a channel that was found before. */
export async function channelOf(
  services: Context,
  { channelId, host, cookies }: Pick<Visitor, 'channelId' | 'host' | 'cookies'>,
): Promise<Channel> {
  const selection = await rememberedSelection(services)
  if (selection.isSingle) return selection.default
  if (channelId !== undefined) return selection.byId(channelId) ?? selection.default
  return selection.find(host, cookies[channelCookieName])
}

const inCookies = new RegExp(`(?:^|;\\s*)${channelCookieName}=([\\w-]{1,32})(?:;|$)`)

/** The channel of a request that was not parsed: the same as of its calls. */
export const channelOfRequest = (
  selection: ChannelSelection,
  { headers: { host, cookie } }: Pick<IncomingMessage, 'headers'>,
): Channel =>
  selection.isSingle ? selection.default : selection.find(host, cookie && inCookies.exec(cookie)?.[1])

/** The address of a channel's pages: its host's, or the store's. */
export function originOfChannel({ host }: Pick<Channel, 'host'>, { storeUrl }: { storeUrl: string }): string {
  const { origin, protocol } = new URL(storeUrl)
  return host ? `${protocol}//${host}` : origin
}
