import type { IncomingMessage } from 'node:http'
import { type ChannelSelection, channelOfRequest } from '#server/shop/channels/channel-selection.ts'

/** Parameters that do not affect the page: those of campaigns, and a preview's token that shows no preview. */
const FOREIGN =
  /^(utm_|mtm_|pk_|hsa_|_hs)|^(preview|gclid|gbraid|wbraid|dclid|gclsrc|fbclid|msclkid|ttclid|twclid|yclid|igshid|li_fat_id|mc_cid|mc_eid|_ga|_gl|srsltid|ref_src)$/i

/** More than any link or form of the shop has. */
const MAX_PARAMETERS = 24
const MAX_LENGTH = 2_000

/**
 * The URL under which a page is rendered and cached: campaign parameters left out, the others sorted, so that the
 * same page has one URL. `isKeepable` is false for URLs that no link of the shop has: render them without caching.
 *
 * @param url path and query of a page, or of a payload, whose first parameter is the build and stays first.
 */
export function pageKeyOf(
  url: string,
  { isPayload }: { isPayload: boolean },
): { url: string; isKeepable: boolean } {
  const isKeepable = url.length <= MAX_LENGTH
  const at = url.indexOf('?')
  if (at < 0) return { url, isKeepable }
  const parts = url.slice(at + 1).split('&')
  const build = isPayload ? parts.slice(0, 1) : []
  const own = parts.slice(build.length).filter(isOwn)
  // By name only: the order of equal names may be significant.
  const sorted = own.map((part) => ({ part, name: nameOf(part) })).sort((a, b) => compare(a.name, b.name))
  const query = [...build, ...sorted.map(({ part }) => part)].join('&')
  return {
    url: query === '' ? url.slice(0, at) : `${url.slice(0, at)}?${query}`,
    isKeepable: isKeepable && own.length <= MAX_PARAMETERS,
  }
}

/** The end of a cached page's key: empty in a shop of one channel, where neither host nor cookie is read. ADR 0033. */
export const channelKey = (channels: ChannelSelection, request: Pick<IncomingMessage, 'headers'>): string =>
  channels.isSingle ? '' : `\n#${channelOfRequest(channels, request).id}`

const isOwn = (part: string) => part !== '' && !FOREIGN.test(nameOf(part))

function nameOf(part: string) {
  const name = part.split('=', 1)[0] as string
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
