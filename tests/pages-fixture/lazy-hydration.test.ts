import { expect, test } from 'vitest'
import { openFixture } from './open-fixture.ts'
import { launchBrowser, startVisit } from './visit.ts'

const { base } = await openFixture()
const browser = await launchBrowser()

/** Opens the page with a lazily hydrated field inside a lazily hydrated panel, whose chunks wait to be released. */
async function openForm({ early = false } = {}) {
  const visit = await startVisit(browser, base)
  const { page } = visit
  const chunks = {
    panel: Promise.withResolvers<void>(),
    'name-field': Promise.withResolvers<void>(),
    'entry-client': Promise.withResolvers<void>(),
  }
  if (!early) chunks['entry-client'].resolve()
  for (const [name, arrival] of Object.entries(chunks)) {
    await page.route(new RegExp(`/assets/${name}-`), async (route) => {
      await arrival.promise
      await route.continue()
    })
  }
  if (early) await page.goto(`${base}/form`, { waitUntil: 'commit' })
  else await visit.open('/form')
  const panelIsHydrated = () =>
    page.waitForFunction(() =>
      Object.keys(document.querySelector('#outer') ?? {}).some((key) => key.startsWith('__react')),
    )
  return { page, release: (name: keyof typeof chunks) => chunks[name].resolve(), panelIsHydrated }
}

test('early input in a lazy part inside a lazy part is replayed once, in its order', async () => {
  const { page, release, panelIsHydrated } = await openForm()
  await page.getByLabel('Name').fill('Asha')
  await page.getByRole('button', { name: 'Save' }).click()

  release('panel')
  await panelIsHydrated()
  release('name-field')

  await page.getByText('Asha', { exact: true }).waitFor()
  expect(await page.locator('output').textContent()).toBe('Asha')
  expect(await page.getByLabel('Name').inputValue()).toBe('Asha')
})

test('an early click on the outer part does not wait for the part inside it', async () => {
  const { page, release } = await openForm()
  await page.getByRole('button', { name: 'Outer 0' }).click()

  release('panel')

  await page.getByRole('button', { name: 'Outer 1' }).waitFor()
  release('name-field')
  await page.getByLabel('Name').fill('Ravi')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Ravi', { exact: true }).waitFor()
})

test('early input in the inner part is replayed once when its code arrives before that of the outer part', async () => {
  const { page, release } = await openForm()
  await page.getByLabel('Name').fill('Meera')
  await page.getByRole('button', { name: 'Save' }).click()

  release('name-field')
  release('panel')

  await page.getByText('Meera', { exact: true }).waitFor()
  expect(await page.locator('output').textContent()).toBe('Meera')
})

test('fields changed before any script ran keep their values, and so does a chosen file', async () => {
  const { page, release } = await openForm({ early: true })

  await page.getByLabel('Name').pressSequentially('Noor')
  await page.getByLabel('Gift').check()
  await page
    .getByLabel('Picture')
    .setInputFiles({ name: 'mug.png', mimeType: 'image/png', buffer: Buffer.from('1') })
  release('entry-client')
  release('panel')
  release('name-field')

  await page.getByText('Noor, gift, mug.png').waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Noor')
  expect(await page.getByLabel('Gift').isChecked()).toBe(true)
})

test('text is preserved while it is typed, without leaving the field', async () => {
  const { page, release } = await openForm()
  await page.getByLabel('Name').pressSequentially('Noor')

  release('panel')
  release('name-field')

  await page.getByText('Noor, no gift, no file').waitFor()
})

test('a part whose code arrives between two attempts of React to render it is rendered', async () => {
  const { page } = await openForm()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => void errors.push(message))
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))

  await page.getByRole('button', { name: 'Show the late part' }).click()

  await page.getByText('The late part', { exact: true }).waitFor()
  expect(errors).toEqual([])
})
