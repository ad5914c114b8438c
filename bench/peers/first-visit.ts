import type { Browser } from '@playwright/test'

/** Bytes on the wire of a first visit: by kind, without pictures. */
export type VisitBytes = { script: number; style: number; font: number; document: number; data: number }

/** The scripts among them, in the order of their arrival. */
export type VisitScript = { url: string; bytes: number; isAfterLoad: boolean }

const kinds: Record<string, keyof VisitBytes> = {
  Script: 'script',
  Stylesheet: 'style',
  Font: 'font',
  Document: 'document',
  Fetch: 'data',
  XHR: 'data',
}

/** How long after the load event a page may go on requesting. */
export const SETTLE_MS = 3_000

/** Opens a page in a fresh profile on a phone's screen, without touching it. */
export async function measureFirstVisit(
  browser: Browser,
  url: string,
): Promise<VisitBytes & { scripts: VisitScript[] }> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 2.625,
  })
  try {
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    const kindOf = new Map<string, keyof VisitBytes>()
    const urlOf = new Map<string, string>()
    const scripts: VisitScript[] = []
    let isAfterLoad = false
    page.once('load', () => {
      isAfterLoad = true
    })
    const bytes: VisitBytes = { script: 0, style: 0, font: 0, document: 0, data: 0 }
    devTools.on('Network.responseReceived', ({ requestId, type, response }) => {
      urlOf.set(requestId, response.url)
      const kind = kinds[type]
      if (kind) kindOf.set(requestId, kind)
    })
    devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kindOf.get(requestId)
      if (kind) bytes[kind] += encodedDataLength
      if (kind === 'script')
        scripts.push({ url: urlOf.get(requestId) ?? '', bytes: encodedDataLength, isAfterLoad })
    })
    await devTools.send('Network.enable')
    await page.goto(url, { waitUntil: 'load', timeout: 120_000 })
    await page.waitForTimeout(SETTLE_MS)
    return { ...bytes, scripts }
  } finally {
    await context.close()
  }
}
