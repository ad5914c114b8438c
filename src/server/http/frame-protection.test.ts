import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'

const paths: string[] = []
const shop = await openShop({
  seed: 'small',
  pages: true,
  onRoute: ({ method, url }) => {
    if ([method].flat().includes('GET')) paths.push(url)
  },
})

test('no HTML of the shop can be shown in a frame of another site', async () => {
  const unprotected: string[] = []
  let documents = 0
  for (const path of new Set([...paths, '/cart', '/no-such-page', '/_payload.json?old'])) {
    const { headers } = await shop.request({ method: 'GET', url: path.replace(/:\w+\??|\*/g, 'x') })
    if (!String(headers['content-type']).startsWith('text/html')) continue
    documents += 1
    if (!/frame-ancestors '(none|self)'/.test(String(headers['content-security-policy'])))
      unprotected.push(path)
  }

  expect(unprotected).toEqual([])
  expect(paths).toEqual(expect.arrayContaining(['/api/docs', '/dev/outbox']))
  expect(documents).toBeGreaterThan(4)
})
