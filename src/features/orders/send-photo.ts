import { words } from '#contract/envelope.ts'
import { shrinkPhoto } from './shrink-photo.ts'

/** As the server has it; nobody has to send more to hear that. */
const LARGEST = 5 * 1_024 * 1_024

export type SentPhoto = { image_path: string; url: string }

/** Sends a photo ahead of a refund request. A file is no JSON: this is the one call beside the typed client. */
export async function sendPhoto(
  order_no: string,
  token: string | undefined,
  image: File,
): Promise<SentPhoto | { error: string }> {
  const photo = image.size > LARGEST ? await shrinkPhoto(image) : image
  if (photo.size > LARGEST) return { error: 'The picture must not be larger than 5 MB' }
  const body = new FormData()
  body.set('order_no', order_no)
  if (token) body.set('token', token)
  body.set('image', photo)
  try {
    const response = await fetch('/api/orders/refund/upload', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'x-requested-with': 'fetch' },
      body,
    })
    const reply = (await response.json()) as {
      status: string
      message?: string
      errors?: Record<string, string[]>
      data?: SentPhoto
    }
    if (reply.status === 'success' && reply.data) return reply.data
    return { error: Object.values(reply.errors ?? {})[0]?.[0] ?? reply.message ?? words.server }
  } catch {
    return { error: words.offline }
  }
}
