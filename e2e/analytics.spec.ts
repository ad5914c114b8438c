import type { Page } from '@playwright/test'
import type { ShopEvent } from '../src/client/events.ts'
import { placeOrder } from './order-steps.ts'
import { address, expect, test } from './shopper.ts'

/** Records every event of the shop's event bus, over page loads as well. */
async function recordEvents(page: Page) {
  const events: ShopEvent[] = []
  await page.exposeFunction('recordShopEvent', (event: ShopEvent) => void events.push(event))
  await page.addInitScript(() => {
    addEventListener('shop-event', (event) =>
      (window as never as { recordShopEvent(detail: unknown): void }).recordShopEvent(
        (event as CustomEvent).detail,
      ),
    )
  })
  /** The names of the events since the last call, each with the SKUs of its items. */
  const read = () =>
    events.map((event) =>
      'items' in event && event.name !== 'view_item_list'
        ? `${event.name} ${event.items.map(({ item_id, quantity }) => `${quantity} ${item_id}`).join(', ')}`
        : event.name,
    )
  return {
    events,
    /** Waits for these events, in any order, and for no other. */
    async expectEvents(...expected: string[]) {
      await expect.poll(() => read().toSorted()).toEqual(expected.toSorted())
      events.length = 0
    },
  }
}

test('a guest’s purchase emits each event once @phone', async ({ page, shopper }) => {
  const { events, expectEvents } = await recordEvents(page)
  await shopper.open('/product-category/ceramics')
  await expect.poll(() => events.length).toBe(1)
  const [view] = events
  expect(view).toMatchObject({ name: 'view_item_list', item_list_name: 'Ceramics', currency: 'INR' })
  expect((view as { items: { index: number }[] }).items.map(({ index }) => index)).toEqual(
    (view as { items: unknown[] }).items.map((_, at) => at),
  )
  await expectEvents('view_item_list')

  await page.getByRole('link', { name: 'Grass Sprig Mug', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Grass Sprig Mug' })).toBeVisible()
  await expectEvents('select_item 1 KL-MG-102-1', 'view_item 1 KL-MG-102-1')

  await shopper.addToCart()
  await expectEvents('add_to_cart 1 KL-MG-102-1', 'view_cart 1 KL-MG-102-1')

  await shopper.drawer().getByRole('button', { name: 'Remove Grass Sprig Mug' }).click()
  await expectEvents('remove_from_cart 1 KL-MG-102-1')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectEvents('add_to_cart 1 KL-MG-102-1')

  await shopper.drawer().getByRole('link', { name: 'View cart' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Cart/ })).toBeVisible()
  await expectEvents('view_cart 1 KL-MG-102-1')

  await shopper.goToCheckout()
  await expectEvents('begin_checkout 1 KL-MG-102-1')
  await shopper.fillAddress(address)
  await shopper.goToPayment()
  await expectEvents('add_shipping_info 1 KL-MG-102-1')
  await shopper.orderWithCash()
  await expectEvents('add_payment_info 1 KL-MG-102-1', 'purchase 1 KL-MG-102-1')

  await page.reload()
  await shopper.isHydrated()
  await shopper.seesInCart(0)
  expect(events).toEqual([])
})

test('quick view, search and soft navigations emit each event once', { tag: '@desktop' }, async ({
  page,
  shopper,
}) => {
  const { events, expectEvents } = await recordEvents(page)
  await shopper.open('/product-category/ceramics')
  await expectEvents('view_item_list')
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: 'Grass Sprig Mug', exact: true }) })
  await card.hover()
  await card.getByRole('button', { name: 'Quick view of Grass Sprig Mug' }).click()
  await expect(page.getByRole('dialog', { name: 'Grass Sprig Mug' })).toBeVisible()
  await expectEvents('select_item 1 KL-MG-102-1', 'view_item 1 KL-MG-102-1')
  await page.getByRole('dialog').getByRole('button', { name: 'Add to cart' }).click()
  await expect(shopper.drawer()).toBeVisible()
  await expectEvents('add_to_cart 1 KL-MG-102-1', 'view_cart 1 KL-MG-102-1')
  await shopper.closeDrawer()

  await shopper.search('mug')
  await expect(page).toHaveURL(/\/search\?query=mug/)
  await expectEvents('search', 'view_item_list')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Price: low to high' })
  await expect(page).toHaveURL(/sort=price_asc/)
  await expectEvents('view_item_list')
  await page.goBack()
  await expect(page).not.toHaveURL(/sort=/)
  await expectEvents('view_item_list')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Ceramics' })).toBeVisible()
  await expectEvents('view_item_list')
  expect(events).toEqual([])
})

test('a customer’s wishlist, reorder and logout emit each event once', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  await shopper.becomeCustomer()
  const number = await placeOrder(page, { slug: 'moon-vase', quantity: 2 })
  const { events, expectEvents } = await recordEvents(page)
  await shopper.open(`/account/orders/${number}`)
  await expectEvents('session')
  await page.getByRole('button', { name: `Buy again: order ${number}` }).click()
  await expect(shopper.drawer()).toBeVisible()
  await expectEvents('add_to_cart 2 KL-VS-114-1', 'view_cart 2 KL-VS-114-1')

  await shopper.drawer().getByRole('link', { name: 'Moon Vase', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Moon Vase' })).toBeVisible()
  await expectEvents('view_item 1 KL-VS-114-1')
  await page.getByRole('main').getByRole('button', { name: 'Save Moon Vase' }).first().click()
  await expectEvents('add_to_wishlist 1 KL-VS-114-1')

  await page.getByRole('button', { name: 'Account of Asha' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect.poll(() => events.at(-1)).toEqual({ name: 'session', change: 'logout', customer_id: null })
  await expectEvents('session')
})
