import { reportOf } from '#client/events.ts'
import { loadScript } from '#client/load-script.ts'
import { onPageView } from '#client/tracked-url.ts'
import { defineWebPlugin } from '#client/web-plugin.ts'
import { openQueue, toPixelEvent } from './pixel-events.ts'
import type { facebookPixel } from './plugin.ts'

let fbq: ReturnType<typeof openQueue> | undefined

export const facebookPixelWeb = defineWebPlugin<typeof facebookPixel>({
  module_name: 'FacebookPixel',
  claimsPurchases: true,
  onInit({ code }) {
    if (!code) return
    const queue = openQueue()
    fbq = queue
    queue('consent', 'grant')
    // Reports no form fields and buttons of its own accord.
    queue('set', 'autoConfig', false, code)
    queue('init', code)
    onPageView(() => queue('track', 'PageView', {}, { eventID: crypto.randomUUID() }))
    void loadScript('https://connect.facebook.net/en_US/fbevents.js').catch(() => {})
  },
  analytics(event) {
    const report = reportOf(event)
    if (report) fbq?.(...toPixelEvent(event.name, report))
  },
})
