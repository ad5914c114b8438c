import AxeBuilder from '@axe-core/playwright'
import { editorOrigin, openEditor, previewUrl } from './editor-page.ts'
import { expect, test } from './shopper.ts'

const impostor = () => process.env.IMPOSTOR_URL ?? ''

let preview: string
test.beforeAll(async () => {
  preview = await previewUrl('gift-guide')
})

test.describe('with an update that is refused', () => {
  test.use({ mayComplain: [/status of 422/] })

  test('the editor changes, adds, moves and hides sections in its frame without a reload @desktop', async ({
    page,
  }) => {
    const { frame, send, received } = await openEditor(page, { origin: editorOrigin(), preview })
    await expect(frame.getByRole('button', { name: 'Edit Page' })).toBeVisible()
    await expect.poll(async () => (await received('ready')).length).toBe(1)
    await expect(frame.locator('body.preview')).toBeAttached()
    await frame.locator('body').evaluate(() => Object.assign(window, { isSameDocument: true }))

    const columns = frame
      .locator('[data-section]')
      .filter({ has: frame.locator('[aria-label="Section: Columns"]') })
    const key = await columns.getAttribute('data-section')
    const items = [{ title: 'Changed by the editor', text: 'At once' }]
    await send('section:update', { key, component: 'Columns', settings: { items } })
    await expect(columns.getByText('Changed by the editor')).toBeVisible()
    // An invalid update leaves the section as it is.
    await send('section:update', { key, component: 'Columns', settings: { items: 'none' } })
    await send('section:update', {
      key: 'new_1',
      component: 'Headline',
      settings: { title: 'Added' },
      before: key,
    })
    await expect(frame.getByRole('heading', { name: 'Added' })).toBeVisible()
    await expect(columns.getByText('Changed by the editor')).toBeVisible()

    const orderOf = () =>
      frame
        .locator('[data-section]')
        .evaluateAll((all) => all.map((section) => section.getAttribute('data-section')))
    const before = await orderOf()
    expect(before.indexOf('new_1')).toBe(before.indexOf(key) - 1)

    // By keyboard: the focus stays on the button, and the controls are visible.
    const up = frame.getByRole('button', { name: 'Move up: Headline' })
    await up.focus()
    await page.keyboard.press('Enter')
    const at = before.indexOf('new_1')
    await expect.poll(async () => (await orderOf()).indexOf('new_1')).toBe(at - 1)
    await expect(up).toBeFocused()
    await expect(up.locator('xpath=..')).toHaveCSS('opacity', '1')
    const edits = async () => (await received('edit:section')).map(({ payload }) => payload)
    await expect.poll(edits).toEqual([{ id: 0, key: 'new_1', action: 'move', before: before[at - 1] }])

    await frame.getByRole('button', { name: 'Hide: Headline' }).press('Enter')
    await expect(frame.getByRole('heading', { name: 'Added' })).toHaveCount(0)
    await expect.poll(async () => (await edits()).at(-1)).toEqual({ id: 0, key: 'new_1', action: 'hide' })
    await expect(frame.locator('[data-section] :focus')).toHaveCount(1)

    await send('section:update', { key, component: 'Columns', is_visible: false })
    await expect(columns).toHaveCount(0)
    expect(await frame.locator('body').evaluate(() => 'isSameDocument' in window)).toBe(true)

    await send('page:reload')
    await expect.poll(async () => (await received('ready')).length).toBe(2)
    await expect(columns).toBeVisible()
    expect(await frame.locator('body').evaluate(() => 'isSameDocument' in window)).toBe(false)
  })
})

test('the frame selects and scrolls to sections, reports its height, and stays on the page @desktop', async ({
  page,
}) => {
  const { frame, send, received } = await openEditor(page, { origin: editorOrigin(), preview })
  await expect(frame.getByRole('button', { name: 'Edit Footer' })).toBeVisible()

  const group = frame.locator('[aria-label="Section: Accordion"]')
  const section = frame.locator('[data-section]').filter({ has: group })
  const key = await section.getAttribute('data-section')
  await expect(section).not.toBeInViewport()
  await send('scroll:to', { id: Number(key?.replace('sec_', '')) })
  await expect(section).toBeInViewport()
  await send('section:select', { key })
  await expect(group).toHaveAttribute('data-selected', 'true')
  await send('section:select', { id: null })
  await expect(group).not.toHaveAttribute('data-selected')

  for (const name of ['Edit Header', 'Edit Page', 'Edit Footer']) {
    await frame.getByRole('button', { name }).click()
    const type = name.toLowerCase().replace(' ', ':')
    await expect.poll(async () => (await received(type)).length).toBe(1)
  }

  // A link selects its section instead of leaving the page.
  const link = frame
    .locator('[data-section]')
    .getByRole('link', { name: /Moon Vase/ })
    .first()
  await link.click()
  await expect.poll(async () => (await received('edit:section')).at(-1)?.payload.action).toBe('edit')
  await frame.getByRole('banner').getByRole('link', { name: 'Kiln & Loom' }).first().click()
  expect(await frame.locator('body').evaluate(() => location.pathname)).toBe('/gift-guide')

  const { height = 0 } = ((await received('ready'))[0]?.payload ?? {}) as { height?: number }
  expect(height).toBeGreaterThan(1_000)
  const sizes = (await received('resize')).length
  await send('section:update', { key, component: 'Accordion', is_visible: false })
  await expect.poll(async () => (await received('resize')).length).toBeGreaterThan(sizes)

  const { violations } = await new AxeBuilder({ page }).include(['iframe[title=Preview]', 'body']).analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
})

test('a message of another origin or another window is ignored @desktop', async ({ page }) => {
  const { frame, send, received } = await openEditor(page, { origin: editorOrigin(), preview })
  await expect.poll(async () => (await received('ready')).length).toBe(1)
  const selected = frame.locator('[data-selected]')
  const key = await frame.locator('[data-section]').first().getAttribute('data-section')
  const message = { source: 'builder', type: 'section:select', payload: { key } }

  // A frame of an impostor beside the preview, and one of the editor's own origin that is not the parent.
  for (const origin of [impostor(), editorOrigin()])
    await page.evaluate(
      (src) =>
        new Promise((resolve) => {
          addEventListener('message', ({ data }) => data === 'sent' && resolve(undefined))
          document.body.append(Object.assign(document.createElement('iframe'), { src }))
        }),
      `${origin}/beside?${new URLSearchParams({ message: JSON.stringify(message) })}`,
    )
  // Messages arrive in order: what came before this one has been handled.
  await send('section:update', { key, component: 'Headline', settings: { title: 'After them' } })
  await expect(frame.getByRole('heading', { name: 'After them' })).toBeVisible()
  await expect(selected).toHaveCount(0)
  await send('section:select', { key })
  await expect(selected).toHaveCount(1)
})

test('without a frame the draft is shown without edit controls, and their code is not loaded @desktop', async ({
  page,
  shopper,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => void loaded.push(new URL(request.url()).pathname))
  await shopper.open(preview)
  await page.keyboard.press('Shift')
  // The controls would be loaded with the overlays.
  await expect.poll(() => loaded.some((path) => path.includes('after-load'))).toBe(true)
  await page.waitForLoadState('networkidle')
  await expect(page.locator('body.preview')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Edit Page' })).toHaveCount(0)
  expect(loaded.filter((path) => path.includes('live-edit'))).toEqual([])
})

test.describe('what may not be framed', () => {
  test.use({ mayComplain: [/frame-ancestors|X-Frame-Options|Failed to load resource|chrome-error/i] })

  test('no other origin can frame a preview, and no origin a page with a wrong token', {
    tag: '@desktop',
  }, async ({ page }) => {
    const wrong = `${preview.slice(0, -4)}AAAA`
    for (const attempt of [
      { origin: impostor(), preview },
      { origin: editorOrigin(), preview: wrong },
      { origin: editorOrigin(), preview: preview.replace('gift-guide', 'about') },
    ]) {
      const refused = page.waitForEvent('console', {
        predicate: (message) => /frame/i.test(message.text()) && message.type() === 'error',
      })
      const { frame, received } = await openEditor(page, attempt)
      await refused
      await expect(frame.locator('[data-section]')).toHaveCount(0)
      expect(await received('ready')).toEqual([])
    }
  })
})
