import { showToast } from '#client/toasts.ts'
import { requestQuantity } from './line-changes.ts'

/** Sets how many of a line are wanted. Shown at once; taken back with the server's words when it refuses. */
export async function changeQuantity(itemId: number, quantity: number) {
  const reply = await requestQuantity(itemId, quantity)
  if (reply?.message) showToast(reply.status, reply.message)
}
