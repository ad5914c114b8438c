import { renderToString } from 'react-dom/server'
import type { HtmlKeeper } from '#client/cached-html.tsx'
import { type Shop, ShopContext } from '#client/shop-context.ts'
import { PageSlots } from '#client/slot.tsx'
import { ChannelContext } from '#ui/locale.ts'

/** About 2 KB each, with the key. */
const MOST = 2_000

/**
 * Creates the memory of rendered parts. `noteShop` is called with the shop of each document: parts are cached from the second document
 * with the same shop on, since that of one visitor's page is not used again. Without the shop its parts are garbage.
 */
export function createHtmlKeeper(): { keep: HtmlKeeper; noteShop: (shop: Shop) => void } {
  const seen = new WeakSet<Shop>()
  const memories = new WeakMap<Shop, Map<string, string>>()

  return {
    noteShop(shop) {
      if (!seen.has(shop)) seen.add(shop)
      else if (!memories.has(shop)) memories.set(shop, new Map())
    },

    keep(shop, { name, by }, element) {
      const memory = memories.get(shop)
      if (!memory) return undefined
      const key = `${name} ${JSON.stringify(by)}`
      const known = memory.get(key)
      if (known !== undefined) return known
      const html = renderToString(
        <ShopContext value={shop}>
          <PageSlots value={shop.plugins?.slots ?? {}}>
            <ChannelContext value={shop.storefront.channel}>{element}</ChannelContext>
          </PageSlots>
        </ShopContext>,
      )
      if (!isMovable(html)) return undefined
      memory.set(key, html)
      for (const oldest of memory.keys()) {
        if (memory.size <= MOST) break
        memory.delete(oldest)
      }
      return html
    },
  }
}

/**
 * False for a part that failed, which the whole page must learn; for one with ids of `useId`, which count from the root; and for one
 * with a preload, which React writes before the root.
 */
const isMovable = (html: string) =>
  !html.includes('<!--$!-->') && !html.includes('_R_') && !html.startsWith('<link')
