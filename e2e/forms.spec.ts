import { seriousFaults } from './serious-faults.ts'
import { expect, test } from './shopper.ts'

test('a shopper corrects the contact form and sends it @phone', async ({ page, shopper }) => {
  await shopper.open('/contact')
  const send = page.getByRole('button', { name: 'Send message' })
  await page.getByLabel('Your name').fill('Asha Rao')
  await page.getByLabel('Email address').fill('asha')
  await send.click()
  await expect(page.getByText('The value must be an valid email address')).toBeVisible()
  await expect(page.getByLabel('Email address')).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])

  await page.getByLabel('Email address').fill('asha@example.com')
  await expect(page.getByText('The value must be an valid email address')).toBeHidden()
  await page.getByLabel('What is it about?').selectOption('An order')
  await page.getByLabel('Your message').fill('Where is my order, please?')
  const lead = page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('shop-event', (event) => resolve((event as CustomEvent).detail))
      }),
  )
  // A form that is sent within two seconds of being shown is refused.
  await page.waitForFunction(() => performance.now() > 2_100)
  await send.click()

  await expect(page.getByText('Thank you. We answer within one working day.')).toBeVisible()
  expect(await lead).toMatchObject({ name: 'generate_lead', lead_source: expect.stringMatching(/\w/) })
})

test('a business customer asks for a trade price from a product page @phone', async ({ page, shopper }) => {
  await shopper.openProduct('veranda-planter')
  await page.getByRole('link', { name: 'Ask for a trade price' }).click()

  await expect(page).toHaveURL(/\/trade-enquiry\?/)
  await expect(page.getByLabel('Product (optional)', { exact: true })).toHaveValue(/Veranda planter/i)
  await expect(page.getByLabel('Approximate quantity')).toHaveValue('24')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a contact form comes back with its entries and errors, and is sent @phone', async ({ page }) => {
    await page.goto('/contact')
    await page.getByLabel('Your name').fill('Ravi Kumar')
    await page.getByLabel('Your message').fill('Hello')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('The value length should be at least 10')).toBeVisible()
    await expect(page.getByLabel('Your name')).toHaveValue('Ravi Kumar')

    await page.getByLabel('Email address').fill('ravi@example.com')
    await page.getByLabel('What is it about?').selectOption('A product')
    await page.getByLabel('Your message').fill('Is the planter back in spring?')
    // A form that is sent within two seconds of being shown is refused.
    await page.waitForTimeout(2_100)
    await page.getByRole('button', { name: 'Send message' }).click()

    await expect(page.getByText('Thank you. We answer within one working day.')).toBeVisible()
  })

  test('a visitor subscribes to the newsletter by the mailed link @desktop', async ({ page, request }) => {
    const email = `reader${Date.now()}@example.com`
    await page.goto('/forms/newsletter')
    await page.getByLabel('Email address').fill(email)
    await page.waitForTimeout(2_100)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByText('Please check your inbox')).toBeVisible()

    const mails = (await (await request.get('/dev/outbox.json')).json()) as { to: string; text: string }[]
    const link = /http\S+newsletter-confirmation\S+/.exec(
      mails.find(({ to }) => to === email)?.text ?? '',
    )?.[0]
    const { pathname, search } = new URL(link ?? '')
    await page.goto(pathname + search)
    await page.getByRole('button', { name: 'Confirm subscription' }).click()

    await expect(page.getByText('You are subscribed')).toBeVisible()
  })
})
