import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listenWhileStarting } from './starting-server.ts'

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function startListening() {
  const port = await freePort()
  const starting = await listenWhileStarting({ port, host: '127.0.0.1' })
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
