import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { ShopFace } from '../bare-pages.ts'
import { listenWhileStarting } from './starting-server.ts'

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function startListening(face?: ShopFace) {
  const port = await freePort()
  const starting = await listenWhileStarting({ port, host: '127.0.0.1', face })
  onTestFinished(() => starting.close())
  return { port, starting, url: `http://127.0.0.1:${port}` }
}

test('a page answers 503 with Retry-After while the shop starts', async () => {
  const { url } = await startListening()

  for (const path of ['/', '/product/moon-vase?sku=A', '/assets/main.js', '//', '/%']) {
    const response = await fetch(url + path)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toContain('The shop is starting.')
  }
})

test('the page of a starting shop asks again by itself and has the name and colours of the shop', async () => {
  const { url } = await startListening({
    name: 'Kiln & Loom',
    colors: { ground: '#0b1020', link: '#ffaa00' },
  })

  const response = await fetch(url)
  const html = await response.text()

  expect(html).toContain('<meta http-equiv="refresh" content="2">')
  expect(html).toContain('<title>One moment, please | Kiln &#38; Loom</title>')
  expect(html).toContain('--ground:#0b1020;--link:#ffaa00')
  const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(response.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
})

test('the page of a shop that never ran is neutral and asks again too', async () => {
  const html = await (await fetch((await startListening()).url)).text()
  expect(html).toContain('<meta http-equiv="refresh" content="2">')
  expect(html).toContain('<title>One moment, please</title>')
})

test('an API call answers UNAVAILABLE in the envelope while the shop starts', async () => {
  const { url } = await startListening()

  const response = await fetch(`${url}/api/cart/add-item`, { method: 'POST', body: '{}' })

  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('2')
  expect(await response.json()).toMatchObject({ status: 'error', code: 'UNAVAILABLE' })
})

test('a starting process is alive and not ready', async () => {
  const { url } = await startListening()

  expect((await fetch(`${url}/api/health`)).status).toBe(200)
  expect((await fetch(`${url}/api/ready`)).status).toBe(503)
})

test('HEAD has no body while the shop starts', async () => {
  const { url } = await startListening()

  const response = await fetch(url, { method: 'HEAD' })

  expect([response.status, await response.text()]).toEqual([503, ''])
})

test('the port is free for the shop as soon as the starting server is closed', async () => {
  const { url, port, starting } = await startListening()
  await fetch(url)

  starting.close()
  const shop = createServer((_request, response) => response.end('the shop'))
  onTestFinished(() => void shop.close())
  await new Promise<void>((resolve, reject) => {
    shop.once('error', reject)
    shop.listen(port, '127.0.0.1', resolve)
  })

  expect(await (await fetch(url)).text()).toBe('the shop')
})

test('a port that is in use is refused', async () => {
  const { port } = await startListening()

  await expect(listenWhileStarting({ port, host: '127.0.0.1' })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
