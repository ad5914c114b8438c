import { writeFileSync } from 'node:fs'
import { findFirefox, whyMissing } from '../../scripts/find-engines.ts'
import { codeFor, newPerson, registered } from '../auth-steps.ts'
import { expect, test } from '../shopper.ts'
import { newStaff } from '../staff-steps.ts'
import { openWithoutNavigation } from './chromium.ts'
import { type Engine, VIEWPORT } from './engine.ts'
import { openFirefox } from './firefox.ts'
import { createVisitor } from './visitor.ts'
import { openWebKit } from './webkit.ts'

const browsers = {
  webkit: { open: openWebKit, missing: whyMissing('webkit') },
  firefox: { open: () => openFirefox(findFirefox() as string), missing: whyMissing('firefox') },
  'chromium without the Navigation API': { open: openWithoutNavigation, missing: undefined },
}

test.describe.configure({ timeout: 180_000 })

for (const [name, { open, missing }] of Object.entries(browsers)) {
  test.describe(name, () => {
    test.skip(missing !== undefined, missing)

    let engine: Engine
    test.beforeAll(async () => {
      engine = await open()
    })
    test.afterEach(async () => {
      const { status, expectedStatus } = test.info()
      if (engine && status !== expectedStatus)
        writeFileSync(test.info().outputPath('page.png'), await engine.screenshot(), 'base64')
    })
    test.afterAll(() => engine?.close())

    test('a guest filters, chooses and buys with cash on delivery', async () => {
      const visitor = createVisitor(engine)
      await visitor.open('/')
      await visitor.follow('header nav a', 'Ceramics', 'Ceramics')

      // Filters change the list in place: the document stays, and the checkbox keeps the focus.
      await engine.evaluate('void (window.isSameDocument = true)')
      await visitor.choose('aside label', 'Olive')
      await visitor.sees('main a', 'Colour: Olive')
      await visitor.isAt(/olive/i)
      await visitor.isTrue('window.isSameDocument', 'the document stays')
      await visitor.isTrue(`document.activeElement.matches('aside input')`, 'the filter keeps the focus')

      await visitor.follow('main article a', 'Grass Sprig Mug', 'Grass Sprig Mug')
      await visitor.choose('main a', 'Olive')
      await visitor.isAt(/sku=KL-MG-102-2/)
      await visitor.click('main button', 'Add to cart')
      await visitor.sees('dialog[open] h2', 'Cart (1)')
      await visitor.sees('dialog[open] a', 'Grass Sprig Mug')
      await visitor.closeDialog()
      await visitor.sees('header a', 'Cart, 1 item')
      await visitor.click('main button', 'Look closely')
      await visitor.sees('dialog[open] button', 'Larger')
      await visitor.closeDialog({ hasEntry: true })

      await visitor.back()
      await visitor.arrivesAt('Ceramics')
      await visitor.sees('main a', 'Colour: Olive')
      await visitor.isTrue(`document.querySelector('aside input:checked')`, 'the filter is still chosen')
      await visitor.back()
      await visitor.isAt(/^\/product-category\/ceramics$/)
      await visitor.isTrue(`!document.querySelector('aside input:checked')`, 'no filter is chosen')
      await visitor.forward()
      await visitor.sees('main a', 'Colour: Olive')
      await visitor.isIntact()

      await visitor.open('/product/buti-block-print-cushion')
      await visitor.click('main button', 'Add to cart')
      await visitor.sees('[aria-label=Messages] span', 'Choose a size')
      await visitor.choose('main a', '50 cm')
      await visitor.isAt(/sku=/)
      await visitor.click('main button', 'Add to cart')
      await visitor.sees('dialog[open] h2', 'Cart (2)')
      await visitor.click('dialog[open] a', 'View cart')
      await visitor.arrivesAt('Cart')
      await visitor.follow('main a', 'Proceed to checkout', 'Address')

      const { phone, email } = newPerson()
      await visitor.fill('Phone', phone)
      await visitor.fill('Email', email)
      await visitor.fill('First name', 'Asha')
      await visitor.fill('Last name', 'Rao')
      await visitor.fill('Flat, house no., building', '12 Lake Road')
      await visitor.fill('Pincode', '560001')
      // The pincode fills in city and state.
      await visitor.isTrue(
        `[...document.querySelectorAll('main input')].some(({ value }) => value === 'Bengaluru')`,
        'the city is Bengaluru',
      )
      await visitor.click('main button', 'Proceed to payment')
      await visitor.arrivesAt('Payment')
      await visitor.click('main label', 'Cash on delivery')
      await visitor.click('main label', 'I accept the terms')
      await visitor.click('main button', 'Place order')
      await visitor.arrivesAt('Thank you, your order is placed')
      await visitor.sees('main', '12 Lake Road')
      await visitor.misses('header a', 'Cart, ')
      await visitor.isIntact()
    })

    test('a visitor sorts a list, loads more of it and finds all of it after a product', {
      tag: '@by-command',
    }, async () => {
      const visitor = createVisitor(engine)
      // Without those of the page made ahead for the card below the pointer.
      const cards = `[...document.querySelectorAll('main article:not([inert] *)')]`
      const names = () =>
        engine.evaluate<string[]>(`${cards}.map((card) => card.querySelector('a').textContent)`)
      await visitor.open('/shop-online')
      await visitor.hasOwnLook('Sort by')
      await visitor.hasOwnLook('Products per row')
      const [first] = await names()
      await engine.evaluate('void (window.isSameDocument = true)')

      await visitor.select('Sort by', 'Price: low to high')
      await visitor.isAt(/\?sort=price_asc$/)
      await visitor.isTrue(
        `${cards}[0].querySelector('a').textContent !== ${JSON.stringify(first)}`,
        'another product is first',
      )
      await visitor.isTrue('window.isSameDocument', 'the document stays after a sort')
      const sorted = await names()

      await visitor.click('main nav a', 'Load more')
      await visitor.isTrue(`${cards}.length === ${2 * sorted.length}`, 'a second page of cards')
      await visitor.isAt(/page=2/)
      await visitor.isTrue('window.isSameDocument', 'the document stays after more cards')
      const all = await names()
      expect(all.slice(0, sorted.length)).toEqual(sorted)

      const last = all.at(-1) as string
      await visitor.follow('main article a', last, last)
      await visitor.back()
      await visitor.isTrue(`${cards}.length === ${all.length}`, 'all cards are there')
      expect(await names()).toEqual(all)
      await visitor.isIntact()
    })

    for (const size of [{ width: 390, height: 800 }, VIEWPORT])
      test(`Back at ${size.width} px finds the opened product where it was`, {
        tag: size === VIEWPORT ? '@by-command' : [],
      }, async () => {
        const visitor = createVisitor(engine)
        await engine.resize(size)
        await visitor.open('/shop-online')
        await visitor.click('main nav a', 'Load more')
        await visitor.isAt(/page=2/)
        const card = (at: number) => `document.querySelectorAll('main article:not([inert] *)')[${at}]`
        for (const { at, isReloaded } of [
          { at: 17, isReloaded: false },
          { at: 40, isReloaded: false },
          { at: 30, isReloaded: true },
          { at: 3, isReloaded: true },
        ]) {
          await visitor.isTrue(card(at), `${at} cards`)
          await engine.evaluate(`void ${card(at)}.scrollIntoView({ block: 'center', behavior: 'instant' })`)
          const { href, name, top } = await engine.evaluate<{ href: string; name: string; top: number }>(
            `(({ href, textContent }, { top }) => ({ href, name: textContent, top }))(
              ${card(at)}.querySelector('a'), ${card(at)}.getBoundingClientRect())`,
          )
          await visitor.follow(`main article a[href="${new URL(href).pathname}"]`, name, name)
          if (isReloaded) await visitor.reload()
          await visitor.back()
          const opened = `[...document.querySelectorAll('main article:not([inert] *)')]
            .find((one) => one.querySelector('a').href === ${JSON.stringify(href)})`
          await visitor.isTrue(
            `Math.abs(${opened}.getBoundingClientRect().top - ${top}) < 2`,
            `${name} at ${top} px`,
          )
          await visitor.staysTrue(`Math.abs(${opened}.getBoundingClientRect().top - ${top}) < 2`)
        }
        await engine.resize(VIEWPORT)
      })

    test('a visitor saves a product, logs in with a code and finds it in the wishlist', async ({
      request,
    }) => {
      const visitor = createVisitor(engine)
      const { phone } = await registered(request)

      await visitor.open('/product-category/ceramics')
      await visitor.click('main article button', 'Save Milk Jug')
      await visitor.sees('dialog[open] h2', 'Login')
      await visitor.fill('Mobile number', phone)
      await visitor.click('dialog[open] button', 'Send OTP')
      const code = await codeFor(request, phone)
      await visitor.fill('Code', code)
      await visitor.click('dialog[open] button', 'VERIFY')
      await visitor.sees('main article button[aria-pressed=true]', 'Save Milk Jug')
      // Filled before the reply; without the Navigation API the page then loads itself again, and has the heart of the server.
      await visitor.staysTrue('document')
      await visitor.sees('main article button[aria-pressed=true]', 'Save Milk Jug')

      await visitor.open('/account/wishlist')
      await visitor.sees('main li a', 'Milk Jug')
    })

    // In Chromium `e2e/admin-*.spec.ts` do the same, and more.
    if (missing === undefined && name !== 'chromium without the Navigation API')
      test('staff read the sales and an order, and open a product and a page in their editors', async ({
        request,
      }) => {
        const visitor = createVisitor(engine)
        await expect.poll(async () => (await request.get('/admin')).status(), { timeout: 120_000 }).toBe(200)
        await engine.open((await newStaff('owner', name)).link)
        await visitor.sees('main h1', 'Home')
        const axis = (side: 'left' | 'bottom') =>
          `[...document.querySelectorAll('.recharts-wrapper text[orientation=${side}]')].map((text) => text.textContent)`
        await visitor.isTrue(`${axis('left')}.length > 2`, 'the chart is drawn')
        // Neither a thousand as "T" nor amounts in full.
        for (const amount of await engine.evaluate<string[]>(axis('left')))
          expect(amount).toMatch(/^₹[\d.]+(K|L|Cr)?$/)
        for (const day of await engine.evaluate<string[]>(axis('bottom')))
          expect(day).toMatch(/^\d{1,2} [A-Z][a-z]{2,3}$/)
        const cut = `[...document.querySelectorAll('.recharts-wrapper svg text')].filter((text) => {
          const { left, right } = text.closest('svg').getBoundingClientRect()
          const box = text.getBoundingClientRect()
          return box.left < left || box.right > right
        }).map((text) => text.textContent)`
        expect(await engine.evaluate(cut), 'no label is cut').toEqual([])
        await engine.evaluate(
          `void (window.failures = [], addEventListener('error', ({ message }) => window.failures.push(message)))`,
        )

        await visitor.click('nav a', 'Orders')
        await visitor.click('main a', 'SF-100001')
        await visitor.sees('main h1', 'SF-100001')
        await visitor.sees('main h2', 'Customer')

        await visitor.click('nav button', 'Products')
        await visitor.click('nav a', 'Products')
        await visitor.sees('main h1', 'Products')
        await visitor.hasOwnLook('Status')
        await visitor.click('main a', 'Moon Phases Print')
        await visitor.sees('main h1', 'Moon Phases Print')
        await visitor.isTrue(`document.querySelector('main [contenteditable=true]')`, 'the text editor')

        await visitor.click('nav button', 'Content')
        await visitor.click('nav a', 'Pages')
        await visitor.sees('main h1', 'Pages')
        await visitor.click('main a', 'About')
        await visitor.isTrue(`document.querySelector('iframe')`, 'the preview')
        // A press in the page selects its section, once the page in the frame is hydrated.
        await expect(async () => {
          const { x, y, width, height } = await engine.evaluate<DOMRect>(
            `document.querySelector('iframe').getBoundingClientRect()`,
          )
          await engine.click(x + width / 2, y + height / 2)
          const headings = `[...document.querySelectorAll('h2')].map((heading) => heading.textContent)`
          expect(await engine.evaluate(headings)).toContain('Text')
        }).toPass({ timeout: 60_000 })
        await visitor.isIntact()
      })
  })
}
