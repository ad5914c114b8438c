import { expect, test } from 'vitest'
import { checkPassword, type Hashing, hashPassword } from './hash-password.ts'

const cheap: Hashing = { mode: 'test', passwordPepper: 'a pepper for tests, of no use elsewhere' }
const real: Hashing = { ...cheap, mode: 'production' }

test('a password is found right, another one and another pepper are not', async () => {
  const hash = await hashPassword('Grüße, Welt', cheap)

  expect(hash).not.toContain('Welt')
  expect(await checkPassword('Grüße, Welt', hash, cheap)).toEqual({ isRight: true, isOutdated: false })
  expect((await checkPassword('Grüße, welt', hash, cheap)).isRight).toBe(false)
  expect((await checkPassword('Grüße, Welt', hash, { ...cheap, passwordPepper: 'x' })).isRight).toBe(false)
})

test('the same password is never kept the same way twice', async () => {
  expect(await hashPassword('secret1', cheap)).not.toBe(await hashPassword('secret1', cheap))
})

test('outside of tests it is argon2id with 19 MiB and two passes', async () => {
  expect(await hashPassword('secret1', real)).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
  )
})

test('a hash made in another way is still checked, and named outdated', async () => {
  const hash = await hashPassword('secret1', cheap)
  expect(await checkPassword('secret1', hash, real)).toEqual({ isRight: true, isOutdated: true })
  expect(await checkPassword('secret2', hash, real)).toEqual({ isRight: false, isOutdated: false })
})

test('a hash by scrypt, from a Node without argon2, is still checked', async () => {
  // scrypt of HMAC-SHA256(pepper, 'secret1'), made with node:crypto
  const hash = '$scrypt$ln=4,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$Z/xtCvfvcOYL1iZQxtqjoirZv/0lhPnP1X1iC+MulGk'
  expect(await checkPassword('secret1', hash, cheap)).toEqual({ isRight: true, isOutdated: true })
  expect((await checkPassword('secret2', hash, cheap)).isRight).toBe(false)
})

test('letters composed and not composed are the same password', async () => {
  const hash = await hashPassword('Gru\u0308\u00dfe', cheap)
  expect((await checkPassword('Gr\u00fc\u00dfe', hash, cheap)).isRight).toBe(true)
})

test('without an account every password is wrong, the one that an empty key would give too', async () => {
  expect(await checkPassword('', null, cheap)).toEqual({ isRight: false, isOutdated: false })
})

test('when too many wait the rest is told to come back', async () => {
  const tries = Array.from({ length: 30 }, () => hashPassword('secret1', cheap))
  const results = await Promise.allSettled(tries)
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(8)
  expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({ httpStatus: 503 })
})
