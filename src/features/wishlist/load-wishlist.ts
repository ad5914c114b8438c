import { customerApi } from '#client/customer-api.ts'
import { keepWishes } from './keep-wishes.ts'

/** Fills the hearts. Without an answer they stay empty, and work all the same. */
export async function loadWishlist() {
  const reply = await customerApi.wishlist.get({}, { silent: true })
  if (reply.status === 'success') keepWishes(reply.data)
}
