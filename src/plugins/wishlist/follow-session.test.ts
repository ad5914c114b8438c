import { expect, test, vi } from 'vitest'
import { loadWishlist } from './follow-session.ts'
import { wishlist } from './wishlist-store.ts'

test('a wishlist reply is ignored when a product was added while it loaded', async () => {
  const reply = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => reply.promise)
  const loaded = loadWishlist()
  wishlist.setState({ ids: [7] })
  reply.resolve(Response.json({ status: 'success', data: [] }))
  await loaded

  expect(wishlist.getState().ids).toEqual([7])
})

test('a wishlist reply fills the store when nothing changed while it loaded', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ status: 'success', data: [{ product: { id: 9 } }] }))
  await loadWishlist()

  expect(wishlist.getState().ids).toEqual([9])
})
