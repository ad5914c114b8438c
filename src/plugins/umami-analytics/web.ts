import { reportOf } from '#client/events.ts'
import { loadScript } from '#client/load-script.ts'
import { onPageView } from '#client/tracked-url.ts'
import { defineWebPlugin } from '#client/web-plugin.ts'
import type { umamiAnalytics } from './plugin.ts'

type Payload = Record<string, unknown>

declare global {
  interface Window {
    umami: { track(payload: (defaults: Payload) => Payload): void }
  }
}

let send: ((payload: Payload) => void) | undefined

export const umamiAnalyticsWeb = defineWebPlugin<typeof umamiAnalytics>({
  module_name: 'UmamiAnalytics',
  claimsPurchases: true,
  onInit({ website_id, script_url }) {
    if (!website_id) return
    const loaded = loadScript(script_url, { websiteId: website_id, autoTrack: 'false' })
    let page: { url: string; referrer: string } | undefined
    const track = (payload: Payload) => {
      const sent = { ...page, ...payload }
      loaded
        .then(() => window.umami.track((defaults) => ({ ...defaults, ...sent })))
        // A visitor's filter blocks the script, or puts an empty one in its place.
        .catch(() => {})
    }
    send = track
    onPageView((next) => {
      page = next
      track({ title: document.title })
    })
  },
  analytics(event) {
    const report = reportOf(event)
    if (report) send?.({ name: event.name, data: report })
  },
})
