import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * A name in the media folder that nobody can guess, bound to the order it was made for:
 * `refund/2026/11/{random}.{signature}.webp`. Security §12.
 */
export function newPhotoPath(secret: string, orderId: number, now = new Date()): string {
  const folder = `refund/${now.toISOString().slice(0, 7).replace('-', '/')}`
  const name = randomBytes(16).toString('base64url')
  return `${folder}/${name}.${signatureOf(secret, orderId, name)}.webp`
}

/** Was this name made for this order? */
export function isPhotoOf(secret: string, orderId: number, path: string): boolean {
  const [, name = '', signature = ''] = /\/([\w-]+)\.([\w-]+)\.webp$/.exec(path) ?? []
  const expected = Buffer.from(signatureOf(secret, orderId, name))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const signatureOf = (secret: string, orderId: number, name: string) =>
  createHmac('sha256', secret).update(`refund-photo:${orderId}:${name}`).digest('base64url').slice(0, 22)
