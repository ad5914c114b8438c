import { moveCart } from '#server/commerce/cart/move-cart.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { CartOwner, CookieToSet, Services } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { channelCookieName, rememberedSelection } from '#server/shop/channels/channel-selection.ts'

const YEAR_SECONDS = 365 * 86_400

export type SelectedChannel = {
  channel: Channel
  cookie: CookieToSet
  /** Lines that the cart still has, now with the prices of the channel. */
  moved: number
  /** Names of products that have left the cart, because they are not sold there. */
  dropped: string[]
}

/**
 * Chooses the channel of a browser, and moves its cart there. ADR 0033.
 * @throws 422 for a channel that the cookie cannot name: unknown, not active, with a host of its own.
 */
export async function selectChannel(
  services: Pick<Services, 'db' | 'changes'>,
  code: string,
  owner: CartOwner,
): Promise<SelectedChannel> {
  const channel = (await rememberedSelection(services)).byCode(code)
  if (!channel) throw invalid({ channel: ['This channel is not available'] })
  const found = await moveCart(services.db, { channel, owner })
  return {
    channel,
    cookie: { name: channelCookieName, value: channel.code, maxAgeSeconds: YEAR_SECONDS, isHttpOnly: true },
    moved: found?.cart.items.length ?? 0,
    dropped: found?.dropped ?? [],
  }
}
