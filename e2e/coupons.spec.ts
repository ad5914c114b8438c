import { expect, test } from './shopper.ts'

// A refused code is a 409, which the browser writes to its console.
test.use({ mayComplain: [/409 \(Conflict\)/] })

test('a coupon is refused with the missing amount, applied, and removed with a message @phone', async ({
  page,
  shopper,
}) => {
  await shopper.addToCart('everyday-speckled-mug')
  await shopper.open('/cart')
  const coupon = page.getByRole('region', { name: 'Coupon' })
  await expect(coupon.getByLabel('Coupon code')).toHaveCount(0)

  await coupon.getByText('Have a coupon?').click()
  const offers = coupon.getByRole('list', { name: 'Available coupons' })
  const welcome = offers.getByRole('listitem').filter({ hasText: 'WELCOME10' })
  await expect(welcome).toContainText('Add ₹400 more to use it: it saves ₹99.90')
  await coupon.getByLabel('Coupon code').fill('welcome10')
  await coupon.getByLabel('Coupon code').press('Enter')
  await expect(coupon.getByRole('alert')).toHaveText(
    'WELCOME10 cannot be used: it needs goods worth ₹999. Add ₹400 more',
  )
  // Said once, and not after the code has applied.
  await expect(page.getByText(/cannot be used/)).toHaveCount(1)

  await page.getByRole('button', { name: 'One more' }).click()
  await welcome.getByRole('button', { name: 'Apply WELCOME10' }).click()
  await expect(coupon).toContainText('You save ₹119.80')
  await expect(page.getByText(/cannot be used/)).toHaveCount(0)
  await expect(coupon).toBeFocused()
  await expect(page.getByText('Discount (WELCOME10)')).toBeVisible()
  await expect(page.getByText('₹1,078.20').first()).toBeVisible()

  await page.getByRole('button', { name: 'One less' }).click()
  await expect(coupon).toContainText('WELCOME10 was removed: it needs goods worth ₹999')
  await expect(page.getByText('Discount (WELCOME10)')).toHaveCount(0)
})

test('a coupon of the cart applies in the checkout and can be removed there @desktop', async ({
  page,
  shopper,
  isPhone,
}) => {
  await shopper.addToCart('everyday-speckled-mug')
  await shopper.open('/cart')
  await page.getByText('Have a coupon?').click()
  await page.getByRole('button', { name: 'Apply SHIPFREE' }).click()
  await expect(page.getByRole('button', { name: 'Remove coupon SHIPFREE' })).toBeVisible()

  await shopper.open('/checkout/address')
  if (isPhone) await page.getByText('Order summary').first().click()
  await page.getByRole('button', { name: 'Remove coupon SHIPFREE' }).click()

  await expect(page.getByRole('button', { name: 'Remove coupon SHIPFREE' })).toHaveCount(0)
  await expect(page.getByText('Have a coupon?').locator('visible=true')).toBeVisible()
})
