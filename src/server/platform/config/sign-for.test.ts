import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSignedFor, signFor } from './sign-for.ts'

const current = { tokenSecret: 'qN8s2vX5zR7tB1yC4dE6fG9hJ0kLmPwA' }
const text = 'unsubscribe:asha@example.com'

test('a signature is accepted for its own purpose and text only', () => {
  const signature = signFor(current, 'unsubscribe link', text)

  expect(isSignedFor(current, 'unsubscribe link', { text, signature })).toBe(true)
  expect(isSignedFor(current, 'order link', { text, signature })).toBe(false)
  expect(isSignedFor(current, 'unsubscribe link', { text: `${text}.in`, signature })).toBe(false)
  for (const wrong of ['', signature.slice(1), `${signature}A`, 'é'.repeat(43)])
    expect(isSignedFor(current, 'unsubscribe link', { text, signature: wrong })).toBe(false)
})

test('a signature of a previous secret is accepted until that secret is removed', () => {
  const signature = signFor(current, 'unsubscribe link', text)
  const next = { tokenSecret: 'Zx8cV6bN4mQ2wE0rT9yU7iO5pA3sD1fG' }
  const rotating = { ...next, previousTokenSecrets: [current.tokenSecret] }

  expect(isSignedFor(rotating, 'unsubscribe link', { text, signature })).toBe(true)
  expect(isSignedFor(next, 'unsubscribe link', { text, signature })).toBe(false)
  expect(signFor(rotating, 'unsubscribe link', text)).toBe(signFor(next, 'unsubscribe link', text))
})

test('a signature made before secrets had a key per purpose is accepted', () => {
  const signature = createHmac('sha256', current.tokenSecret).update(text).digest('base64url')

  expect(isSignedFor(current, 'unsubscribe link', { text, signature })).toBe(true)
  expect(signFor(current, 'unsubscribe link', text)).not.toBe(signature)
})
