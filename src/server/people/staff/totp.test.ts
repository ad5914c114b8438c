import { expect, test } from 'vitest'
import { matchTotp, newTotpSecret, totpAt } from './totp.ts'

// The key of RFC 6238, appendix B, "12345678901234567890", in base32; its codes have eight digits, ours the last six.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('totpAt gives the code of RFC 6238 at %d seconds', (seconds, code) => {
  expect(totpAt(secret, seconds * 1_000)).toBe(code)
})

test('matchTotp accepts the code of one step before and after, and no other', () => {
  const mine = newTotpSecret()
  const now = 1_800_000_000_000
  const step = now / 30_000
  const codeOf = (steps: number) => totpAt(mine, now + steps * 30_000)

  expect([-1, 0, 1].map((steps) => matchTotp(mine, codeOf(steps), now))).toEqual([step - 1, step, step + 1])
  expect([-2, 2].map((steps) => matchTotp(mine, codeOf(steps), now))).toEqual([undefined, undefined])
  expect(matchTotp(mine, '12345', now)).toBeUndefined()
})
