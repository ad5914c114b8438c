import type { FrameLocator, Page } from '@playwright/test'
import { repeatedLandmarks, seriousFaults } from './serious-faults.ts'
import { expect, test } from './shopper.ts'
import { signInAsStaff } from './staff-steps.ts'

// The back office asks who is signed in, and a first visit may come before it is built.
test.use({ mayComplain: [/status of (401|409|422|503)/] })

/** The storefront in the frame is checked by its own tests; here it is made smaller, and cut off. */
const editorFaults = (page: Page) => seriousFaults(page, { except: 'iframe' })

/** Opens the editor of a page from the list. */
async function openEditor(page: Page, name: string) {
  await page.goto('/admin/pages')
  await page.getByRole('main').getByRole('link', { name, exact: true }).click()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('button', { name: 'Edit Page' })).toBeVisible()
  return {
    frame,
    sections: page.getByRole('navigation', { name: 'Sections' }),
    settings: page.getByRole('complementary', { name: 'Settings' }),
  }
}

async function publish(page: Page) {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('Everything is published')).toBeVisible()
}

/** Adds a page of its own, so that tests at the same time do not edit the same one. */
async function addPage(page: Page, name: string) {
  await page.goto('/admin/pages')
  await page.getByRole('button', { name: 'Add a page' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await addSection(page, 'Headline')
}

async function addSection(page: Page, title: string) {
  await page.getByRole('button', { name: 'Add a section' }).click()
  await page.getByLabel('Search sections').fill(title)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${title}`) })
    .click()
}

/** The name of the file that a picture's address is made from. */
const pictureOf = (source: string) => /([^/]+?)(?:-\d+)?\.\w+(?:$|\?)/.exec(source)?.[1] ?? source

const headings = (frame: FrameLocator) => frame.locator('[data-section] :is(h1, h2)').allTextContents()

test('the hero of the home page is edited live, undone, published, compared and restored', {
  tag: '@desktop',
}, async ({ page, isPhone }) => {
  await signInAsStaff(page, 'editor', isPhone)
  const { frame, settings } = await openEditor(page, 'Home')
  expect(await editorFaults(page)).toEqual([])
  expect(await repeatedLandmarks(page)).toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollHeight - innerHeight),
    'the editor fills the window and does not grow',
  ).toBeLessThanOrEqual(0)
  const former = (await frame.getByRole('heading', { level: 1 }).first().textContent()) ?? ''

  // A click in the page selects its section, once the page in the frame is hydrated.
  await expect(async () => {
    await frame.getByRole('heading', { name: former }).click()
    await expect(settings.getByRole('heading', { name: 'Hero slider' })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await settings.getByText(former).first().click()
  const field = settings.getByLabel('Heading', { exact: true }).first()
  await field.fill('Autumn, by hand')
  await expect(frame.getByRole('heading', { name: 'Autumn, by hand' })).toBeVisible()
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  expect(await (await page.request.get('/')).text(), 'a draft is not published').not.toContain(
    'Autumn, by hand',
  )

  await page.keyboard.press('Control+z')
  await expect(frame.getByRole('heading', { name: former })).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(frame.getByRole('heading', { name: 'Autumn, by hand' })).toBeVisible()

  await field.focus()
  await field.press('End')
  const delays: number[] = []
  for (const letter of 'abcdefghijklmnopqrst') delays.push(await keystroke(page, frame, letter))
  const sorted = delays.toSorted((a, b) => a - b)
  const [p25, p50] = [0.25, 0.5].map((part) => Math.round(sorted[Math.floor(delays.length * part)] ?? 0))
  console.log(`keystroke to painted preview: p25 ${p25} ms, p50 ${p50} ms`)
  // The budget is a p50 of 150 ms on an idle machine; here other tests run at the same time.
  expect(p25).toBeLessThan(600)
  await field.fill('Autumn, by hand')

  await publish(page)
  await expect
    .poll(async () => (await page.request.get('/')).text(), { timeout: 2_000 })
    .toContain('Autumn, by hand')

  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('button', { name: /^Compare version 1 / }).click()
  await expect(page.getByRole('rowheader', { name: /Hero slider.*Heading/ })).toBeVisible()
  expect(await editorFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await expect(frame.getByRole('heading', { name: former })).toBeVisible()
  await publish(page)
  await expect.poll(async () => (await page.request.get('/')).text()).toContain(former)
})

/** Types one letter, and waits until the frame has painted the heading with it. Milliseconds. */
async function keystroke(page: Page, frame: FrameLocator, letter: string): Promise<number> {
  const heading = frame.getByRole('heading', { level: 1 }).first()
  const expected = `${await heading.textContent()}${letter}`
  const painted = heading.evaluate(
    (element, text) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector('h1')?.textContent !== text) return
          observer.disconnect()
          requestAnimationFrame(() => {
            const channel = new MessageChannel()
            channel.port1.onmessage = () => resolve(performance.timeOrigin + performance.now())
            channel.port2.postMessage(0)
          })
        }
        const observer = new MutationObserver(look)
        observer.observe(element.ownerDocument.body, { subtree: true, childList: true, characterData: true })
      }),
    expected,
  )
  await heading.evaluate(() => {})
  await page.evaluate(() => {
    addEventListener(
      'keydown',
      () => Object.assign(window, { pressedAt: performance.timeOrigin + performance.now() }),
      { once: true, capture: true },
    )
  })
  await page.keyboard.press(letter)
  const pressed = await page.evaluate(() => (window as never as { pressedAt: number }).pressedAt)
  return (await painted) - pressed
}

test('a new page: sections are added, ordered, hidden, duplicated and scheduled, and published with a gallery @desktop', async ({
  page,
  isPhone,
}) => {
  await signInAsStaff(page, 'editor', isPhone)
  const name = `Landing ${isPhone ? 'phone' : 'desktop'} ${process.pid}`
  await page.goto('/admin/galleries/create')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Add to Pictures' }).click()
  const chooser = page.getByRole('dialog', { name: 'Choose a picture' })
  const picture = chooser.getByRole('listitem').first()
  const source = (await picture.locator('img').getAttribute('src')) ?? ''
  await picture.getByRole('button').click()
  await expect(chooser).toHaveCount(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Gallery added')).toBeVisible()
  // What belongs to a video is the same at both sizes.
  if (!isPhone) await addVideo(page, name)
  const slug = name.toLowerCase().replaceAll(' ', '-')
  await addPage(page, name)
  const frame = page.frameLocator('iframe')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  const settings = page.getByRole('complementary', { name: 'Settings' })
  await settings.getByLabel('Heading', { exact: true }).fill('First')
  await expect(frame.getByRole('heading', { name: 'First' })).toBeVisible()
  await sections.getByRole('button', { name: 'Duplicate: Headline' }).click()
  await settings.getByLabel('Heading', { exact: true }).fill('Second')
  await expect.poll(() => headings(frame)).toEqual(['First', 'Second'])
  await sections.getByRole('button', { name: 'Move up: Headline' }).click()
  await expect.poll(() => headings(frame)).toEqual(['Second', 'First'])
  await addSection(page, 'Stored gallery')
  await settings.getByRole('button', { name: 'Choose Gallery' }).click()
  const galleries = page.getByRole('dialog', { name: 'Choose a gallery' })
  await galleries.getByLabel('Search').fill(name)
  await galleries.getByRole('button', { name }).click()
  await expect(frame.locator(`main img[src*="${pictureOf(source)}"]`)).toBeVisible()
  if (!isPhone) {
    await addSection(page, 'Video')
    await settings.getByRole('button', { name: 'Choose for Video' }).click()
    const videos = page.getByRole('dialog', { name: 'Choose a video' })
    await videos.getByLabel('Search').fill(name)
    await videos.getByRole('button', { name }).click()
    await expect(frame.locator('main video track')).toHaveAttribute('srclang', 'hi')
  }
  await sections.getByRole('button', { name: 'Page settings' }).click()
  await settings.getByRole('button', { name: 'Choose picture for link previews' }).click()
  // By its address: a journey beside this one may have added a picture since, and the newest are first.
  await chooser
    .getByRole('listitem')
    .filter({ has: page.locator(`img[src*="${pictureOf(source)}"]`) })
    .getByRole('button')
    .click()
  await expect(settings.locator(`img[src*="${pictureOf(source)}"]`)).toBeVisible()
  expect(await editorFaults(page)).toEqual([])
  await sections.getByRole('button', { name: /Headline\s*Second/ }).click()

  // Scheduled for the year after next: not shown to visitors, but in the preview.
  await settings.getByText('Visibility').click()
  await settings.getByLabel('Shown from').fill(`${new Date().getFullYear() + 2}-01-01T09:00`)
  await expect(sections.getByText('Scheduled')).toBeVisible()
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  expect(await editorFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect((await page.request.get(`/${slug}`)).status()).toBe(404)
  expect(await (await page.request.get('/sitemap.xml')).text()).not.toContain(slug)

  await publish(page)
  // The change feed drops the 404 of before within its time, not within the answer to the click.
  let published = ''
  await expect
    .poll(async () => (published = await (await page.request.get(`/${slug}`)).text()), { timeout: 2_000 })
    .toContain('First')
  expect(published.slice(published.indexOf('<main'))).toContain(pictureOf(source))
  expect(/property="og:image" content="([^"]*)"/.exec(published)?.[1]).toContain(pictureOf(source))
  expect(published).not.toContain('Second')
  expect(published.includes('<track kind="captions"')).toBe(!isPhone)

  await sections.getByRole('button', { name: /Headline\s*First/ }).click()
  await sections.getByRole('button', { name: 'Hide: Headline' }).click()
  await expect.poll(() => headings(frame)).toEqual(['Second'])
})

test('two editors see each other, and the second save offers both versions', { tag: '@desktop' }, async ({
  page,
  browser,
  baseURL,
  isPhone,
}) => {
  await signInAsStaff(page, 'editor', isPhone)
  const name = `Shared ${process.pid}`
  await addPage(page, name)
  const settings = page.getByRole('complementary', { name: 'Settings' })
  await settings.getByLabel('Heading', { exact: true }).fill('Start')
  await expect(page.getByText(/^Draft saved/)).toBeVisible()

  const other = await browser.newPage({ baseURL: baseURL ?? '' })
  await signInAsStaff(other, 'manager', isPhone)
  await other.goto(page.url())
  await expect(other.getByText(/is editing, \d+ s ago/)).toBeVisible()
  await other
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: /Headline/ })
    .first()
    .click()
  await other.getByLabel('Heading', { exact: true }).fill('From the manager')
  await expect(other.getByText(/^Draft saved/)).toBeVisible()

  await settings.getByLabel('Heading', { exact: true }).fill('From the editor')
  const notice = page.getByRole('alert').filter({ hasText: 'changed this page' })
  await expect(notice).toBeVisible()
  await notice.getByText('What differs').click()
  await expect(notice.getByRole('cell', { name: 'From the manager' })).toBeVisible()
  await expect(notice.getByRole('cell', { name: 'From the editor' })).toBeVisible()
  expect(await editorFaults(page)).toEqual([])
  await notice.getByRole('button', { name: 'Take the other version' }).click()
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'From the manager' })).toBeVisible()
  await other.close()
})

/** Uploads a video of two parts with captions in Hindi. */
async function addVideo(page: Page, name: string) {
  const film = Buffer.alloc(1_500_000, name)
  film.write('\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm', 'latin1')
  await page.goto('/admin/videos/create')
  const input = page.getByLabel('Choose a video')
  await input.setInputFiles({ name: 'holiday.mov', mimeType: 'video/quicktime', buffer: Buffer.from('moov') })
  await expect(page.getByRole('alert')).toContainText('Please choose an MP4 or WebM video')
  expect(await seriousFaults(page)).toEqual([])
  await input.setInputFiles({ name: `${name}.webm`, mimeType: 'video/webm', buffer: film })
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByLabel('Language').fill('hi')
  const upload = page.getByLabel('Upload captions')
  await upload.setInputFiles({ name: 'film.vtt', mimeType: 'text/vtt', buffer: Buffer.from('WEBVTT') })
  await expect(page.getByRole('alert')).toContainText('The file contains no captions')
  const cue = 'WEBVTT\n\n00:00.000 --> 00:04.000\nमिट्टी'
  await upload.setInputFiles({ name: 'film.vtt', mimeType: 'text/vtt', buffer: Buffer.from(cue) })
  await expect(page.getByText('Captions saved')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
}
