import { seriousFaults } from './serious-faults.ts'
import { expect, test } from './shopper.ts'

test('tabs of products are switched with the arrow keys @desktop', async ({ page, shopper }) => {
  await shopper.open('/gift-guide')
  const tabs = page.getByRole('group', { name: 'Who is it for?' })
  await expect(page.getByRole('link', { name: 'Moon Vase', exact: true }).first()).toBeVisible()
  await tabs.getByRole('radio', { name: 'The cook' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tabs.getByRole('radio', { name: 'The reader' })).toBeChecked()
  await expect(page.getByRole('link', { name: 'Moon Vase', exact: true }).first()).toBeHidden()
})

test('a picture of a gallery opens large and the focus returns to it @phone', async ({ page, shopper }) => {
  await shopper.open('/gift-guide')
  const picture = page.getByRole('link', { name: 'Enlarge picture 2 of 6' })
  await picture.click()
  const dialog = page.getByRole('dialog', { name: 'At home with our customers' })
  await expect(dialog.getByText('2 of 6')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(picture).toBeFocused()
})

test('the slider turns by itself, rests on focus, and stops when paused', { tag: '@desktop' }, async ({
  page,
  shopper,
}) => {
  await page.clock.install()
  await shopper.open('/gift-guide')
  const slider = page.getByRole('region', { name: 'What is new' })
  const pause = slider.getByRole('button', { name: 'Pause slides' })
  await page.mouse.move(5, 5)
  await page.keyboard.press('Shift')
  await expect(pause).toHaveAttribute('data-running', 'true')
  await page.clock.runFor(6_000)
  await expect(slider.getByText('2 / 3')).toBeVisible()

  await pause.focus()
  await expect(pause).toHaveAttribute('data-running', 'false')
  await page.keyboard.press('Enter')
  const play = slider.getByRole('button', { name: 'Play slides' })
  await play.blur()
  await page.clock.runFor(20_000)
  await expect(slider.getByText('2 / 3')).toBeVisible()

  // Turning by key pauses it as well.
  await play.press('Enter')
  await slider.getByRole('button', { name: 'Previous slide' }).press('Enter')
  await expect(play).toBeVisible()
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test('the slider does not turn by itself @desktop', async ({ page, shopper }) => {
    await page.clock.install()
    await shopper.open('/gift-guide')
    await page.keyboard.press('Shift')
    await page.clock.runFor(20_000)
    const slider = page.getByRole('region', { name: 'What is new' })
    await expect(slider.getByText('1 / 3')).toBeVisible()
    await expect(slider.getByRole('button', { name: /slides$/ })).toHaveCount(0)
  })
})

test('the main menu opens by key, arrows move inside, Escape returns to the button', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  await shopper.open('/')
  const button = page.getByRole('button', { name: 'Shop all: show what is inside' })
  await button.focus()
  await page.keyboard.press('ArrowDown')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Ceramics', exact: true }).first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('link', { name: 'Mugs', exact: true })).toBeFocused()
  // Not on the link of the picture, which is for the pointer only.
  await page.keyboard.press('End')
  await expect(menu.getByRole('link', { name: 'View all: Shop all' })).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('tabs, accordion, countdown and gallery work @phone', async ({ page }) => {
    await page.goto('/gift-guide')
    await page.getByRole('radio', { name: 'Returns' }).check()
    await expect(page.getByText('can return a present within 10 days')).toBeVisible()
    await expect(page.getByText('Up to 200 characters')).toBeHidden()
    await page.getByText('Is the price on the parcel?').click()
    await expect(page.getByText('The invoice goes to your e-mail address')).toBeVisible()
    await expect(page.getByText(/^Ends /)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Enlarge picture 1 of 6' })).toHaveAttribute('href', /_img/)
  })
})
