import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { setSettings } from '#harness/settings.ts'
import { serveWellKnown } from './serve-well-known.ts'

const shop = await openShop({
  seed: true,
  pages: true,
  extend: (app, _pipeline, services) => serveWellKnown(app, { services }),
})
const get = (url: string) => shop.request({ url })

test('a password manager finds the page on which the password is changed', async () => {
  const { status, headers } = await get('/.well-known/change-password')
  expect([status, headers.location]).toEqual([302, '/account/security'])
})

test('security.txt names the contact of the shop and expires within a year', async () => {
  await setSettings(shop.services, { store_email: 'care@shop.example' })
  const { status, headers, body } = await get('/.well-known/security.txt')

  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = Object.fromEntries(
    String(body)
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s)),
  )
  expect(lines).toMatchObject({
    Contact: 'mailto:care@shop.example',
    Canonical: 'https://shop.example.com/.well-known/security.txt',
  })
  const days = (Date.parse(lines.Expires ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(170)
  expect(days).toBeLessThan(365)
})

test('a shop without a contact has no security.txt', async () => {
  await setSettings(shop.services, { store_email: '' })
  expect((await get('/.well-known/security.txt')).status).toBe(404)
})

test('the address of a collection without its end leads to all collections', async () => {
  for (const path of ['/product-collection', '/product-collection/']) {
    let { status, headers } = await get(path)
    if (path.endsWith('/')) ({ status, headers } = await get(String(headers.location)))
    expect([status, headers.location]).toEqual([301, '/collections'])
  }
})
