import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { chatUrl } from './chat-button.tsx'
import { whatsappChatPlugin } from './server.ts'
import { whatsappChatWeb } from './web.ts'

const plugins = [whatsappChatPlugin]
const webPlugins = [whatsappChatWeb]
const shop = await openShop({ seed: true, pages: true, plugins, webPlugins })

async function configure(config: Record<string, unknown>, is_active = true) {
  await writePlugin(shop.db, plugins, { module_name: 'WhatsappChat', is_active, config })
  await shop.services.changes.catchUp()
}

/** The chat link of a page; undefined without one. */
async function linkOf(url: string) {
  const { body } = await shop.request({ method: 'GET', url })
  const [tag] = /<a [^>]*https:\/\/wa\.me[^>]*>/.exec(String(body)) ?? []
  const href = tag && /href="([^"]+)"/.exec(tag)?.[1]
  return tag && href ? { tag, url: new URL(href.replaceAll('&amp;', '&')) } : undefined
}

test('every page links to the chat with the default message', async () => {
  await configure({ mobile_no: '919000000000', default_message: 'Hi & hello', chat_location: 'bottom-left' })

  for (const path of ['/', '/shop-online', '/cart', '/login']) {
    const link = await linkOf(path)
    expect(link?.url.origin, path).toBe('https://wa.me')
    expect(link?.url.pathname).toBe('/919000000000')
    expect(link?.url.searchParams.get('text')).toBe('Hi & hello')
    expect(link?.tag).toContain('data-location="bottom-left"')
  }
})

test('a product page prefills the text of the specification and its address', async () => {
  await configure({ mobile_no: '919000000000' })

  const link = await linkOf('/product/moon-vase')

  expect(link?.url.searchParams.get('text')).toBe(
    `Hi, i would like talk about this product ${shop.services.config.storeUrl}/product/moon-vase`,
  )
})

test('the link is missing while the plugin is inactive or has no number', async () => {
  await configure({ mobile_no: '' })
  expect(await linkOf('/')).toBeUndefined()

  await configure({ mobile_no: '919000000000' }, false)
  expect(await linkOf('/')).toBeUndefined()
  const reply = await shop.request({ method: 'GET', url: '/api/plugins/config/WhatsappChat' })
  expect(reply.status).toBe(404)
})

test('the public configuration has the keys of the specification', async () => {
  await configure({ mobile_no: '919876543210', default_message: 'Hi' })

  const { body } = await shop.request({ method: 'GET', url: '/api/plugins/config/WhatsappChat' })

  expect(body).toMatchObject({
    data: {
      module_name: 'WhatsappChat',
      config: { mobile_no: '919876543210', default_message: 'Hi', chat_location: 'bottom-right' },
    },
  })
})

test('a configuration with a wrong number or location is refused', async () => {
  await expect(configure({ mobile_no: '+91 90000' })).rejects.toThrow()
  await expect(configure({ mobile_no: '919000000000', chat_location: 'top' })).rejects.toThrow()
})

test('chatUrl encodes the message', () => {
  expect(chatUrl({ mobile_no: '911234567890', default_message: 'a&b #1 ?' })).toBe(
    'https://wa.me/911234567890?text=a%26b%20%231%20%3F',
  )
})
