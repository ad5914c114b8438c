import { expect, test } from 'vitest'
import { register } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { setSettings } from '#harness/settings.ts'

const { db, guest, services } = await openShop({ seed: true })
await setSettings(services, { enable_passkey_auth: true })

/** A passkey row; `e2e/passkeys.spec.ts` covers registration in a browser. */
const stored = async (customer_id: number) =>
  (
    await db
      .insertInto('passkeys')
      .values({
        customer_id,
        credential_id: `credential-${customer_id}`,
        public_key: 'AA',
        counter: 0,
        transports: ['internal'],
        name: 'Phone',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

test('adding a passkey requires the account’s password', async () => {
  const who = guest()
  const { password } = await register(who)

  expect(await who.api.passkeys.registerOptions({})).toMatchObject({
    errors: { current_password: ['This field is required'] },
  })
  expect(await who.api.passkeys.registerOptions({ current_password: 'wrong' })).toMatchObject({
    errors: { current_password: ['The password is incorrect'] },
  })
  const options = ok(await who.api.passkeys.registerOptions({ current_password: password }))
  expect(options).toMatchObject({
    rp: { id: 'shop.example.com' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
})

test('a customer cannot see or remove another customer’s passkeys', async () => {
  const owner = guest()
  const { id: customerId } = await register(owner)
  const id = await stored(customerId)
  const other = guest()
  await register(other)

  expect(ok(await other.api.passkeys.list({}))).toEqual([])
  expect(await other.api.passkeys.remove({ id })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await guest().api.passkeys.list({})).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(ok(await owner.api.passkeys.list({}))).toMatchObject([{ id, name: 'Phone' }])
  expect(ok(await owner.api.passkeys.remove({ id }))).toEqual([])
})

test('passkey login refuses a signature for another shop, challenge or time', async () => {
  const owner = guest()
  const { id } = await register(owner)
  await stored(id)
  const forged = {
    id: `credential-${id}`,
    rawId: `credential-${id}`,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
  }
  const who = guest()

  // Without a challenge.
  expect(await who.api.passkeys.login({ response: forged })).toMatchObject({ code: 'INVALID_CREDENTIALS' })
  ok(await who.api.passkeys.loginOptions({}))
  expect(await who.api.passkeys.login({ response: forged })).toMatchObject({ code: 'INVALID_CREDENTIALS' })
  // A challenge works once.
  expect(await who.api.passkeys.login({ response: forged })).toMatchObject({ code: 'INVALID_CREDENTIALS' })
  expect(await who.api.account.get({})).toMatchObject({ code: 'UNAUTHENTICATED' })
  const failures = await db
    .selectFrom('access_logs')
    .select('method')
    .where('customer_id', '=', id)
    .where('event', '=', 'login_failed')
    .execute()
  expect(failures).toEqual([{ method: 'passkey' }])
})

test('all passkey endpoints are refused when passkeys are disabled', async () => {
  const who = guest()
  const { password } = await register(who)
  await setSettings(services, { enable_passkey_auth: false })

  expect(await guest().api.passkeys.loginOptions({})).toMatchObject({ code: 'AUTH_MODE_OFF' })
  expect(await guest().api.passkeys.login({ response: {} })).toMatchObject({ code: 'AUTH_MODE_OFF' })
  expect(await who.api.passkeys.registerOptions({ current_password: password })).toMatchObject({
    code: 'AUTH_MODE_OFF',
  })
})
