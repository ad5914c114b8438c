import { expect, test } from 'vitest'
import { checkPassword, type Hashing, hashPassword } from './hash-password.ts'

const cheap: Hashing = { mode: 'test', passwordPepper: 'a pepper for tests, of no use elsewhere' }
const real: Hashing = { ...cheap, mode: 'production' }

test('hashPassword verifies the right password and rejects another password or pepper', async () => {
  const hash = await hashPassword('Grüße, Welt', cheap)

  expect(hash).not.toContain('Welt')
  expect(await checkPassword('Grüße, Welt', hash, cheap)).toEqual({ isRight: true, isOutdated: false })
  expect((await checkPassword('Grüße, welt', hash, cheap)).isRight).toBe(false)
  expect((await checkPassword('Grüße, Welt', hash, { ...cheap, passwordPepper: 'x' })).isRight).toBe(false)
})

test('hashPassword never produces the same hash twice', async () => {
  expect(await hashPassword('secret1', cheap)).not.toBe(await hashPassword('secret1', cheap))
})

test('hashPassword uses argon2id with 19 MiB and two passes outside test mode', async () => {
  expect(await hashPassword('secret1', real)).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
  )
})

test('checkPassword verifies a hash with other parameters and reports it as outdated', async () => {
  const hash = await hashPassword('secret1', cheap)
  expect(await checkPassword('secret1', hash, real)).toEqual({ isRight: true, isOutdated: true })
  expect(await checkPassword('secret2', hash, real)).toEqual({ isRight: false, isOutdated: false })
})

test('checkPassword verifies a scrypt hash from a Node without argon2', async () => {
  // scrypt of HMAC-SHA256(pepper, 'secret1'), made with node:crypto
  const hash = '$scrypt$ln=4,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$Z/xtCvfvcOYL1iZQxtqjoirZv/0lhPnP1X1iC+MulGk'
  expect(await checkPassword('secret1', hash, cheap)).toEqual({ isRight: true, isOutdated: true })
  expect((await checkPassword('secret2', hash, cheap)).isRight).toBe(false)
})

test('checkPassword treats composed and decomposed letters as the same password', async () => {
  const hash = await hashPassword('Gru\u0308\u00dfe', cheap)
  expect((await checkPassword('Gr\u00fc\u00dfe', hash, cheap)).isRight).toBe(true)
})

test('checkPassword rejects every password when there is no account, also one that matches an empty key', async () => {
  expect(await checkPassword('', null, cheap)).toEqual({ isRight: false, isOutdated: false })
})

test('hashPassword answers 503 when the queue is full', async () => {
  const tries = Array.from({ length: 30 }, () => hashPassword('secret1', cheap))
  const results = await Promise.allSettled(tries)
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(8)
  expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({ httpStatus: 503 })
})

test('a hash of a previous pepper is accepted and reported as outdated', async () => {
  const hash = await hashPassword('secret1', cheap)
  const rotated = {
    ...cheap,
    passwordPepper: 'another pepper for tests',
    previousPasswordPeppers: [cheap.passwordPepper],
  }

  expect(await checkPassword('secret1', hash, rotated)).toEqual({ isRight: true, isOutdated: true })
  expect(await checkPassword('secret2', hash, rotated)).toEqual({ isRight: false, isOutdated: false })
  const rehashed = await hashPassword('secret1', rotated)
  expect(await checkPassword('secret1', rehashed, rotated)).toEqual({ isRight: true, isOutdated: false })
  expect(await checkPassword('secret1', null, rotated)).toEqual({ isRight: false, isOutdated: false })
})
