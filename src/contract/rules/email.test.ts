import { expect, test } from 'vitest'
import { isEmail } from './email.ts'

test.each([
  'asha@example.com',
  'a.b+shop@mail.example.co.in',
  "o'neil@example.org",
  'x@xn--bcher-kva.example',
])('%s is an e-mail address', (text) => expect(isEmail(text)).toBe(true))

test.each([
  '',
  'asha',
  'asha@',
  '@example.com',
  'asha@example',
  'asha@example..com',
  'a b@example.com',
  'asha@exam ple.com',
  'asha@example.com, b@example.com',
  'a..b@example.com',
  '.a@example.com',
  'asha@-example.com',
  'asha@127.0.0.1',
  `${'a'.repeat(120)}@example.com`,
  'asha@example.com\nBcc: x@example.com',
])('%j is none', (text) => expect(isEmail(text)).toBe(false))
