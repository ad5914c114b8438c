import { expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { checkFingerprints, forgetFingerprints } from './check-fingerprints.ts'

const { db } = await testDatabase()
const secrets = {
  tokenSecret: 'qN8s2vX5zR7tB1yC4dE6fG9hJ0kLmPwA',
  passwordPepper: 'Zx8cV6bN4mQ2wE0rT9yU7iO5pA3sD1fG',
  databaseUrl: 'postgres://shop@db/shop',
  dataDir: '/data',
}
const otherPepper = { ...secrets, passwordPepper: 'Hj7kL5zX3cV1bN9mQ8wE6rT4yU2iO0pA' }

test('a host with another pepper is refused, and the message names the variable and no value', async () => {
  await forgetFingerprints(db)
  await Promise.all([checkFingerprints(db, secrets), checkFingerprints(db, secrets)])
  await checkFingerprints(db, secrets)

  const refused = await checkFingerprints(db, otherPepper).catch((error: Error) => error)

  expect(refused).toMatchObject({
    problems: [
      {
        variable: 'VITRINE_PASSWORD_PEPPER',
        problem: expect.stringContaining('VITRINE_PASSWORD_PEPPER_PREVIOUS'),
      },
    ],
  })
  expect(String(refused)).not.toContain(otherPepper.passwordPepper)
  const stored = JSON.stringify(await db.selectFrom('secret_fingerprints').selectAll().execute())
  for (const secret of [secrets.tokenSecret, secrets.passwordPepper]) expect(stored).not.toContain(secret)
})

test('a new secret is accepted when its predecessor is given as previous, and the old one alone no longer', async () => {
  await forgetFingerprints(db)
  await checkFingerprints(db, secrets)

  await checkFingerprints(db, { ...otherPepper, previousPasswordPeppers: [secrets.passwordPepper] })
  await checkFingerprints(db, otherPepper)

  await expect(checkFingerprints(db, secrets)).rejects.toThrow('VITRINE_PASSWORD_PEPPER')
})

test('forgetting the fingerprints lets a shop whose secrets are lost start again', async () => {
  await forgetFingerprints(db)
  await checkFingerprints(db, secrets)
  await forgetFingerprints(db)

  await checkFingerprints(db, otherPepper)
})
