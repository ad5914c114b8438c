import type { Locator, Page } from '@playwright/test'
import { expect } from './shopper.ts'

/** The test gateway's page after a press: in a window of its own where there is room for one, else in the place of the shop. */
export async function atGateway(page: Page, button: Locator): Promise<Page> {
  const hasRoom = (page.viewportSize()?.width ?? 0) >= 768
  const opened = hasRoom ? page.waitForEvent('popup') : page
  await button.click()
  const gateway = await opened
  await expect(gateway).toHaveURL(/\/test-gateway\/pay_/)
  await expect(gateway.getByText('No money moves')).toBeVisible()
  return gateway
}
