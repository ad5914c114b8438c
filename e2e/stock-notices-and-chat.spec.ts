import AxeBuilder from '@axe-core/playwright'
import { newPerson } from './auth-steps.ts'
import { expect, test } from './shopper.ts'

const sold = 'fig-and-cedar-candle'

// A form sent within two seconds of its first view is refused, and the journey sends it again.
test.use({ mayComplain: [/422.*product\/notify-me/] })

test('a shopper asks for an email about a sold-out product @phone', async ({ page, shopper }) => {
  await shopper.openProduct(sold)
  const form = page.getByRole('region', { name: 'Back in stock' })
  await form.getByLabel('Email address').fill('asha')
  await form.getByRole('button', { name: 'Email me' }).click()
  await expect(form.getByLabel('Email address')).toHaveAttribute('aria-invalid', 'true')
  const { violations } = await new AxeBuilder({ page })
    .include('section[aria-label="Back in stock"]')
    .analyze()
  expect(violations).toEqual([])

  await form.getByLabel('Email address').fill(newPerson().email)
  await expect(async () => {
    await form.getByRole('button', { name: 'Email me' }).click()
    await expect(form.getByText('Thank you. We email you once it is back in stock.')).toBeVisible({
      timeout: 2_000,
    })
  }).toPass()
})

test('the chat link names the product, and covers neither bars nor hearts @phone', async ({
  page,
  shopper,
  isPhone,
}) => {
  await shopper.openProduct('moon-vase')
  const chat = page.getByRole('link', { name: /^Chat with us/ })
  await expect(chat).toHaveAttribute(
    'href',
    /text=Hi%2C%20i%20would%20like%20talk%20about%20this%20product%20http/,
  )

  // Phones have it at the end of the page.
  await page.evaluate((part) => scrollTo(0, document.body.scrollHeight / part), isPhone ? 1 : 2)
  await expect(chat).toBeInViewport({ ratio: 1 })

  await shopper.open('/shop-online')
  await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/919000000000\?text=Hi%2C%20I%20have/)
  await expect(page.getByRole('button', { name: /^Save / }).first()).toBeVisible()
  for (const share of [0, 0.2, 0.5, 0.8, 1]) {
    await page.evaluate((part) => scrollTo(0, document.body.scrollHeight * part), share)
    const covered = await chat.evaluate((link) => {
      const box = link.getBoundingClientRect()
      return [...document.querySelectorAll('[aria-pressed], [data-quick-menu], [data-quick-menu] a')]
        .filter((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect()
          return left < box.right && right > box.left && top < box.bottom && bottom > box.top
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 80))
    })
    expect(covered, `at ${share}`).toEqual([])
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a shopper asks for an email about a sold-out product without JavaScript @desktop', async ({
    page,
  }) => {
    await page.goto(`/product/${sold}`)
    await expect(page.getByRole('link', { name: /^Chat with us/ })).toBeVisible()
    await page.getByLabel('Email address').first().fill('asha')
    await page.getByRole('button', { name: 'Email me' }).click()
    await expect(page).toHaveURL(/\/forms\/back-in-stock/)
    await expect(page.getByLabel('Email address')).toHaveValue('asha')
  })
})
