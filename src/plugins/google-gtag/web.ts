import { reportOf } from '#client/events.ts'
import { openDataLayer } from '#client/google-data-layer.ts'
import { loadScript } from '#client/load-script.ts'
import { onPageView } from '#client/tracked-url.ts'
import { defineWebPlugin } from '#client/web-plugin.ts'
import type { googleGtag } from './plugin.ts'

let command: ReturnType<typeof openDataLayer>['command'] | undefined

export const googleGtagWeb = defineWebPlugin<typeof googleGtag>({
  module_name: 'GoogleGtag',
  claimsPurchases: true,
  onInit({ google_tag_id: id, enable_ads }) {
    if (!id) return
    const { command: gtag } = openDataLayer('gtagLayer', { withAds: enable_ads })
    command = gtag
    gtag('js', new Date())
    gtag('config', id, { send_page_view: false })
    onPageView(({ url, referrer }) => {
      // The address of the page itself may contain parameters that are personal.
      gtag('set', { page_location: url, page_referrer: referrer })
      gtag('event', 'page_view', { page_title: document.title })
    })
    void loadScript(`https://www.googletagmanager.com/gtag/js?id=${id}&l=gtagLayer`).catch(() => {})
  },
  analytics(event) {
    const report = reportOf(event)
    if (report) command?.('event', event.name, report)
  },
})
