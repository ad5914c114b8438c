import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { readCardImages } from './read-card-images.ts'

test('pictures of cards come in the order of listings, without those that only a gallery shows', async () => {
  const { guest, db, services } = await openShop({ seed: true })
  const { api } = guest()
  const { products } = ok(await api.shop.listing({ id: 'shop-online', filters: {} }))
  const stored = await db.selectFrom('product_images').select('image_id').distinct().execute()

  const paths = (await readCardImages(services)).map((path) => `/media/${path}`)

  expect(paths.slice(0, 3)).toEqual(products.data.slice(0, 3).map(({ base_image }) => base_image?.path))
  expect(paths).toContain(products.data[0]?.hover_image?.path)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.length).toBeLessThan(stored.length / 1.5)
})
