import { chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/find-browser.ts'
import { type Engine, VIEWPORT } from './engine.ts'

/** Chromium without the Navigation API, as browsers were before 2026: links are page loads there. */
export async function openWithoutNavigation(): Promise<Engine> {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
    // Playwright disables the back/forward cache, which shoppers have.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'navigation')
    Reflect.deleteProperty(Window.prototype, 'navigation')
  })
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    resize: (size) => page.setViewportSize(size),
    back: async () => void (await page.goBack({ waitUntil: 'commit' })),
    forward: async () => void (await page.goForward({ waitUntil: 'commit' })),
    screenshot: async () => (await page.screenshot()).toString('base64'),
    close: () => browser.close(),
  }
}
