import { expect, test } from './shopper.ts'

const EARLY = [
  '/',
  '/shop-online',
  '/shop-online?price=0-100',
  '/product-category/ceramics',
  '/product/moon-vase',
  '/search?query=mug',
  '/search?query=nothingofthatname',
  '/cart',
  '/about-us',
  '/no-such-page',
]
const LATE = ['/login', '/register', '/forgot-password', '/track-order']

const classesIn = (css: string) =>
  new Set([...css.matchAll(/\.([A-Z][\w-]*)/g)].map(([, name]) => name as string))

/** A page whose document does not name the second stylesheet must need nothing of it. ADR 0019. */
test('first pages need the first stylesheet alone', { tag: '@desktop' }, async ({ request }) => {
  const read = async (path: string) => (await request.get(path)).text()
  const home = await read('/')
  const first = /href="([^"]*\/style-[^"]+)"/.exec(home)?.[1] ?? ''
  const own = classesIn(await read(first))
  const late = [...classesIn(await read(first.replace('/style-', '/later-')))].filter(
    (name) => !own.has(name),
  )
  expect(late.length).toBeGreaterThan(100)
  for (const path of EARLY) {
    const html = await read(path)
    expect(html, path).not.toContain('/later-')
    const used = new Set([...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))
    expect(
      late.filter((name) => used.has(name)),
      path,
    ).toEqual([])
  }
  for (const path of LATE) expect(await read(path), path).toContain('/later-')
})

test('what comes late is dressed when it comes', { tag: '@desktop' }, async ({ page, shopper }) => {
  await shopper.open('/')
  const late = page.locator('link[href*="/later-"]')
  await expect(late).toHaveCount(0)
  await page.locator('a[href="/track-order"]').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/track/i)
  await expect(late).toHaveCount(1)
})

test('a notice once closed stays closed', { tag: '@desktop' }, async ({ page, shopper }) => {
  await shopper.open('/')
  const notice = page.getByRole('region', { name: 'Notice' })
  await expect(notice).toBeVisible()
  // Its button is heard by a part that comes when the page stands.
  await expect(async () => {
    await notice.getByRole('button', { name: 'Close the notice' }).click({ timeout: 500 })
    await expect(notice).toBeHidden({ timeout: 200 })
  }).toPass()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toBeHidden()
})
