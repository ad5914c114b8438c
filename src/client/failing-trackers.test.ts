import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { facebookPixelWeb } from '#plugins/facebook-pixel/web.ts'
import { googleGtagWeb } from '#plugins/google-gtag/web.ts'
import { googleTagManagerWeb } from '#plugins/google-tag-manager/web.ts'
import { microsoftClarityWeb } from '#plugins/microsoft-clarity/web.ts'
import { umamiAnalyticsWeb } from '#plugins/umami-analytics/web.ts'
import type { ShopEvent } from './events.ts'

/** Each with its configuration, and what its script would define. */
const trackers = [
  { plugin: googleGtagWeb, config: { google_tag_id: 'G-1', enable_ads: false }, global: 'google_tag_data' },
  {
    plugin: googleTagManagerWeb,
    config: { tag_code: 'GTM-1', enable_ads: false },
    global: 'google_tag_manager',
  },
  { plugin: facebookPixelWeb, config: { code: '1' }, global: 'fbq' },
  { plugin: microsoftClarityWeb, config: { code: 'a' }, global: 'clarity' },
  {
    plugin: umamiAnalyticsWeb,
    config: { website_id: 'w', script_url: 'https://stats.example/script.js' },
    global: 'umami',
  },
].map((one) => ({ ...one, name: one.plugin.module_name }))

type Script = EventTarget & { src: string; dataset: Record<string, string> }

/** As much of a browser as the trackers touch. @returns the scripts that they add, and tells the page of a navigation */
function openBrowser() {
  const scripts: Script[] = []
  const navigation = new EventTarget()
  const page = { href: 'https://shop.example/' }
  const location = {
    origin: 'https://shop.example',
    get href() {
      return page.href
    },
  }
  vi.stubGlobal('window', { navigation })
  vi.stubGlobal('navigation', navigation)
  vi.stubGlobal('location', location)
  vi.stubGlobal('document', {
    title: 'Shop',
    referrer: '',
    createElement: () => Object.assign(new EventTarget(), { src: '', dataset: {} }),
    head: { append: (script: Script) => void scripts.push(script) },
  })
  return {
    scripts,
    navigate(href: string) {
      page.href = href
      navigation.dispatchEvent(new Event('navigatesuccess'))
    },
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

const event: ShopEvent = { name: 'search', search_term: 'mug' } as ShopEvent

/** What the script of another company does in place of working. */
const failures: Record<string, (script: Script, global: string) => void> = {
  'is not found or blocked': (script) => void script.dispatchEvent(new Event('error')),
  'defines nothing': (script) => void script.dispatchEvent(new Event('load')),
  'defines something else': (script, global) => {
    Object.assign(window, { [global]: { unexpected: true } })
    script.dispatchEvent(new Event('load'))
  },
  'throws when it is called': (script, global) => {
    const broken = () => {
      throw new Error('broken tracker')
    }
    const known = (window as unknown as Record<string, object>)[global]
    if (global === 'fbq' && known) Object.assign(known, { callMethod: broken })
    else Object.assign(window, { [global]: Object.assign(broken, { track: broken }) })
    script.dispatchEvent(new Event('load'))
  },
  'never answers': () => {},
}

const cases = trackers.flatMap((tracker) =>
  Object.keys(failures).map((failure) => ({
    ...tracker,
    failure,
    title: `${tracker.name} whose script ${failure}`,
  })),
)

test.each(cases)(
  '$title disturbs neither page nor later events',
  async ({ plugin, config, failure, global }) => {
    const unhandled: unknown[] = []
    const note = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', note)
    process.on('uncaughtException', note)
    onTestFinished(() => {
      process.off('unhandledRejection', note)
      process.off('uncaughtException', note)
    })
    const browser = openBrowser()

    plugin.onInit?.(config as never)
    const [script] = browser.scripts
    expect(browser.scripts).toHaveLength(1)
    failures[failure]!(script!, global)
    await new Promise((resolve) => setTimeout(resolve, 5))
    browser.navigate('https://shop.example/product/mug')
    // What `startPlugins` catches and notes; the plugin itself must get as far as the next event.
    for (const _ of [1, 2])
      try {
        plugin.analytics?.(event, config as never)
      } catch {}
    await new Promise((resolve) => setTimeout(resolve, 5))

    expect(unhandled).toEqual([])
  },
)
