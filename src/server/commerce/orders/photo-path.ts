import { randomBytes } from 'node:crypto'
import { isSignedFor, type SigningSecrets, signFor } from '#server/platform/config/sign-for.ts'

/**
 * An unguessable name in the media folder, bound to its order: `refund/2026/11/{random}.{signature}.webp`.
 * Security §12.
 */
export function newPhotoPath(secrets: SigningSecrets, orderId: number, now = new Date()): string {
  const folder = `refund/${now.toISOString().slice(0, 7).replace('-', '/')}`
  const name = randomBytes(16).toString('base64url')
  const signature = signFor(secrets, 'refund photo', textOf(orderId, name)).slice(0, SIGNATURE_LENGTH)
  return `${folder}/${name}.${signature}.webp`
}

/** Whether the name was made for this order. */
export function isPhotoOf(secrets: SigningSecrets, orderId: number, path: string): boolean {
  const [, name = '', signature = ''] = /\/([\w-]+)\.([\w-]+)\.webp$/.exec(path) ?? []
  const text = textOf(orderId, name)
  return isSignedFor(secrets, 'refund photo', { text, signature, length: SIGNATURE_LENGTH })
}

/** Length of the signature: 132 bits. */
const SIGNATURE_LENGTH = 22

const textOf = (orderId: number, name: string) => `refund-photo:${orderId}:${name}`
