import type { Locator, Page } from '@playwright/test'
import { expect } from './shopper.ts'

/** Presses the button and returns the test gateway's page: a popup on wide screens, else the same tab. */
export async function atGateway(page: Page, button: Locator): Promise<Page> {
  const hasRoom = (page.viewportSize()?.width ?? 0) >= 768
  const opened = hasRoom ? page.waitForEvent('popup') : page
  await button.click()
  const gateway = await opened
  await expect(gateway).toHaveURL(/\/test-gateway\/pay_/)
  await expect(gateway.getByText('No money moves')).toBeVisible()
  return gateway
}
