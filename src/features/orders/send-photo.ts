import { sendPicture } from '#client/send-picture.ts'
import { shrinkPhoto } from './shrink-photo.ts'

/** The server's limit; checked here to save a useless upload. */
const LARGEST = 5 * 1_024 * 1_024

export type SentPhoto = { image_path: string; url: string }

/** Uploads a photo for a refund request. */
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
  return sendPicture<SentPhoto>('/api/orders/refund/upload', body)
}
