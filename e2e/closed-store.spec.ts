import { expect, test } from './shopper.ts'
import { openScreen, signInAsStaff } from './staff-steps.ts'
import { widerThanScreen } from './wider-than-screen.ts'

// Visitors of a shop under maintenance, a guest who opens the back office, and a first visit before it is built.
test.use({ mayComplain: [/status of (401|503)/], serviceWorkers: 'allow' })

test('staff put the shop under maintenance and open it again', async ({
  page,
  browser,
  baseURL,
  isPhone,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  await context.addCookies([{ name: 'cookiePreferences', value: '[]', url: baseURL ?? '' }])
  const visitor = await context.newPage()
  const caches = () => visitor.evaluate(async () => (await self.caches.keys()).length)
  await visitor.goto('/product/moon-vase')
  await expect.poll(caches, 'the offline page, and the product').toBe(2)
  await signInAsStaff(page, 'manager', isPhone)
  await openScreen(page, 'Availability', isPhone)
  const save = async (mode: RegExp) => {
    await page.getByRole('radio', { name: mode }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Settings saved').first()).toBeVisible()
  }
  const long = 'Straßenbahnhaltestellenüberdachungsreinigungsmaschinen'
  await page
    .getByLabel('Under maintenance', { exact: true })
    .fill(`We are moving the kiln. Back at noon. ${long}`)
  await save(/^Under maintenance/)
  await expect(async () => {
    expect((await visitor.goto('/'))?.status()).toBe(503)
    await expect(visitor.getByText('We are moving the kiln. Back at noon.')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect.poll(caches, 'nothing of a locked store stays in a browser').toBe(0)
  const workers = () =>
    visitor.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  await expect.poll(workers).toBe(0)
  await context.setOffline(true)
  await expect(visitor.goto('/product/moon-vase')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  await context.setOffline(false)
  await visitor.goto('/')
  await visitor.setViewportSize({ width: 320, height: 640 })
  expect(await widerThanScreen(visitor)).toEqual([])
  expect((await page.request.get('/')).status(), 'staff see the shop').toBe(200)

  await save(/^Open/)
  await expect.poll(async () => (await visitor.goto('/'))?.status()).toBe(200)
  await context.close()
})
