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
const LATE = ['/blogs', '/blogs/how-a-mug-is-made', '/login', '/register', '/forgot-password', '/track-order']

const classesIn = (css: string) =>
  new Set([...css.matchAll(/\.([A-Z][\w-]*)/g)].map(([, name]) => name as string))

/** A page whose document does not link the second stylesheet must not need its styles. ADR 0019. */
test('pages that link only the first stylesheet use no late styles', { tag: '@desktop' }, async ({
  request,
}) => {
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

test('a page with late styles is shown after the late stylesheet has loaded', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  const arrival = Promise.withResolvers<void>()
  await page.route('**/later-*.css', async (route) => {
    await arrival.promise
    await route.continue()
  })
  const chunk = page.waitForResponse(/\/track-order-[\w-]+\.js$/)
  await shopper.open('/')
  await page.locator('a[href="/track-order"]').first().click()
  await (await chunk).finished()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).not.toContainText(/track/i)
  arrival.resolve()

  await expect(heading).toContainText(/track/i)
  // A sheet before the one with the fonts would make the browser lay out all text again.
  const isLast = await page.evaluate(() => {
    const sheets = [...document.head.querySelectorAll('link[rel=stylesheet], style')]
    return sheets.at(-1)?.matches('[href*="/later-"]')
  })
  expect(isLast).toBe(true)
  await expect(page.locator('link[href*="/later-"]')).toHaveCount(1)
})

test('a closed notice stays closed', { tag: '@desktop' }, async ({ page, shopper }) => {
  await shopper.open('/')
  const notice = page.getByRole('region', { name: 'Notice' })
  await expect(notice).toBeVisible()
  // The button is hydrated after the page.
  await expect(async () => {
    if (await notice.isVisible())
      await notice.getByRole('button', { name: 'Close the notice' }).click({ timeout: 500 })
    await expect(notice).toBeHidden({ timeout: 200 })
  }).toPass()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toBeHidden()
})

for (const path of ['/', '/shop-online', '/product/moon-vase', '/blogs'])
  test(`an element that is added to ${path} does not restyle the whole page`, { tag: '@desktop' }, async ({
    page,
    shopper,
  }) => {
    await shopper.open(path)
    const count = await page.evaluate(() => document.querySelectorAll('*').length)
    const session = await page.context().newCDPSession(page)
    const restyled: number[] = []
    session.on('Tracing.dataCollected', ({ value }) => {
      for (const { name, args } of value as unknown as { name: string; args: { elementCount?: number } }[])
        if (name === 'UpdateLayoutTree') restyled.push(args.elementCount ?? 0)
    })
    await session.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline'] } })

    await page.evaluate(() => {
      const root = document.getElementById('root') as HTMLElement
      for (const tag of ['div', 'section', 'p']) {
        const added = document.createElement(tag)
        root.firstElementChild?.before(added)
        void added.offsetTop
        added.append(document.createElement('i'))
        void added.offsetTop
        root.append(added)
        void added.offsetTop
      }
    })
    const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await ended
    expect(restyled.length).toBeGreaterThanOrEqual(9)
    expect(Math.max(...restyled), `of ${count} elements`).toBeLessThan(count / 3)
  })
