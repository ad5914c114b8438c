import { reportOf } from '#client/events.ts'
import { loadScript } from '#client/load-script.ts'
import { defineWebPlugin } from '#client/web-plugin.ts'
import type { microsoftClarity } from './plugin.ts'

declare global {
  interface Window {
    clarity?: { (...parameters: readonly unknown[]): void; q?: unknown[] }
  }
}

/** The global function that Clarity's script replaces; until then calls are queued. */
const clarity = (...parameters: readonly unknown[]) => window.clarity?.(...parameters)

export const microsoftClarityWeb = defineWebPlugin<typeof microsoftClarity>({
  module_name: 'MicrosoftClarity',
  claimsPurchases: true,
  onInit({ code }) {
    if (!code) return
    const queue: unknown[] = []
    Object.assign(window, {
      clarity: Object.assign((...parameters: readonly unknown[]) => queue.push(parameters), { q: queue }),
    })
    clarity('consentv2', { ad_Storage: 'denied', analytics_Storage: 'granted' })
    void loadScript(`https://www.clarity.ms/tag/${code}`).catch(() => {})
  },
  analytics(event) {
    const report = reportOf(event)
    if (!report) return
    // Clarity's events have a name only; tags of the session describe them.
    for (const [key, value] of Object.entries(report))
      if (key !== 'items') clarity('set', `${event.name}.${key}`, String(value))
    for (const field of ['item_id', 'item_variant', 'index', 'price', 'quantity'] as const) {
      const values = (report.items ?? []).flatMap((item) => item[field] ?? [])
      if (values.length > 0) clarity('set', `${event.name}.${field}`, values.map(String))
    }
    clarity('event', event.name)
  },
})
