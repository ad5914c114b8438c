import { reportOf } from '#client/events.ts'
import { openDataLayer } from '#client/google-data-layer.ts'
import { loadScript } from '#client/load-script.ts'
import { onPageView } from '#client/tracked-url.ts'
import { defineWebPlugin } from '#client/web-plugin.ts'
import type { googleTagManager } from './plugin.ts'

let layer: unknown[] | undefined

export const googleTagManagerWeb = defineWebPlugin<typeof googleTagManager>({
  module_name: 'GoogleTagManager',
  claimsPurchases: true,
  onInit({ tag_code: id, enable_ads }) {
    if (!id) return
    const opened = openDataLayer('dataLayer', { withAds: enable_ads }).layer
    layer = opened
    onPageView(({ url, referrer }) =>
      opened.push({ event: 'page_view', page_location: url, page_referrer: referrer }),
    )
    opened.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    void loadScript(`https://www.googletagmanager.com/gtm.js?id=${id}`).catch(() => {})
  },
  analytics(event) {
    const report = reportOf(event)
    if (!report) return
    // A container merges what it is given: without this an event would inherit the items of the one before.
    layer?.push({ ecommerce: null })
    layer?.push(
      'items' in report ? { event: event.name, ecommerce: report } : { event: event.name, ...report },
    )
  },
})
