import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'

const shop = await openShop({ seed: true, pages: true })

const htmlOf = async (url: string) => String((await shop.request({ method: 'GET', url })).body)

test.each(['/', '/shop-online', '/product/moon-vase', '/about', '/blogs', '/cart', '/no-such-page'])(
  'link previews of %s name the shop and its language',
  async (path) => {
    const html = await htmlOf(path)

    expect(html.match(/<meta property="og:site_name" content="[^"]*"/g)).toEqual([
      '<meta property="og:site_name" content="Kiln &#38; Loom"',
    ])
    expect(html.match(/<meta property="og:locale" content="[^"]*"/g)).toEqual([
      '<meta property="og:locale" content="en_IN"',
    ])
  },
)
