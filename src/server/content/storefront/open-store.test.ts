import { beforeEach, expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { writeConfigurationValues } from './configuration.ts'
import { openDueStores, openStoreJob } from './editing/open-store.ts'
import { lockOf } from './store-lock.ts'
import { readStoreStatus } from './store-status.ts'

const { app, db, services } = await openShop({ seed: true, pages: true, pageCache: true })
const HOUR_MS = 3_600_000

async function set(key: string, value: unknown) {
  await writeConfigurationValues(services, { [key]: value })
  await services.changes.catchUp()
}
const opensIn = async (ms: number) =>
  set('special_pages', {
    opens_at: new Date(Date.now() + ms).toISOString(),
    coming_soon_message: '',
    maintenance_ends_at: null,
    maintenance_message: '',
    password_message: '',
  })
const home = async () => (await app.inject({ method: 'GET', url: '/' })).statusCode
const isDue = async () => {
  const { schedule } = openStoreJob
  return schedule && 'when' in schedule ? schedule.when?.(services) : undefined
}

beforeEach(() => set('mode', 'Normal'))

test('a store that is coming soon opens the moment its countdown ends, cached pages included', async () => {
  expect(await home()).toBe(200)
  await set('mode', 'Coming Soon')
  await opensIn(1_500)
  expect(await home()).toBe(302)
  await expect.poll(home, { timeout: 100_000, interval: 100 }).toBe(200)
  // The job has not run yet.
  expect((await readStoreStatus(db)).mode).toBe('Coming Soon')
})

test('the job makes the mode Normal and forgets the opening time', async () => {
  await set('mode', 'Coming Soon')
  await opensIn(HOUR_MS)
  expect(await isDue()).toBe(false)
  expect(await openDueStores(db)).toBe(0)

  await opensIn(-1_000)
  expect(await isDue()).toBe(true)
  expect(await openDueStores(db)).toBe(1)

  const { mode, opensAt } = await readStoreStatus(db)
  expect({ mode, opensAt }).toEqual({ mode: 'Normal', opensAt: undefined })
  expect(await isDue()).toBe(false)
})

test('a store that is under maintenance does not open by an opening time', async () => {
  await opensIn(-1_000)
  await set('mode', 'Under Maintenance')
  expect(await home()).toBe(302)
  expect(await openDueStores(db)).toBe(0)
})

test('a past opening time is dropped when the store is closed again', async () => {
  await opensIn(-HOUR_MS)
  await set('mode', 'Coming Soon')
  expect(await home()).toBe(302)
  expect((await readStoreStatus(db)).opensAt).toBeUndefined()
})

test('a password still locks a store whose countdown has ended', () => {
  const status = { isLicensed: true, passwordKey: 'key', mode: 'Coming Soon', opensAt: 1_000 }
  const visitor = { isStaff: false, hasAccess: () => false, now: 2_000 }
  expect(lockOf(status, visitor)).toBe('password')
  expect(lockOf({ ...status, passwordKey: undefined }, visitor)).toBeUndefined()
  expect(lockOf({ ...status, passwordKey: undefined }, { ...visitor, now: 999 })).toBe('coming-soon')
})
