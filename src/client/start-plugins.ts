import type { StartedPlugin } from '#contract/plugins.ts'
import { setDocumentBoundary } from '#pages/navigation-rules.ts'
import { send } from './api.ts'
import { isAccepted, whenAccepted } from './consent.ts'
import { onShopEvent, type ShopEvent } from './events.ts'
import { sessionRecord } from './session-record.ts'
import { hideOrderToken, isPrivateUrl } from './tracked-url.ts'
import { readWebPlugin } from './web-plugin.ts'

/** Starts the browser halves of the active plugins, each once its consent is given. One that fails is skipped. */
export function startPlugins(plugins: readonly StartedPlugin[]) {
  const trackers = plugins.filter(({ is_tracker }) => is_tracker)
  if (trackers.length > 0) keepPrivatePagesApart(trackers)
  const earlier = trackers.length > 0 ? carryPrivateEvents(trackers) : []
  for (const plugin of plugins)
    start(plugin, earlier).catch((error: unknown) => console.info('plugin', plugin.module_name, error))
}

const mayRun = ({ consent }: StartedPlugin) => !consent || isAccepted(consent)

async function start(plugin: StartedPlugin, earlier: readonly ShopEvent[]) {
  const { module_name, config, consent, is_tracker } = plugin
  if (consent) await whenAccepted(consent)
  if (is_tracker) {
    if (isPrivateUrl(new URL(location.href))) return
    hideOrderToken()
  }
  const { analytics, claimsPurchases, onInit } = await readWebPlugin(module_name)
  onInit?.(config as never)
  if (!analytics) return
  const report = async (event: ShopEvent) => {
    try {
      if (!mayRun(plugin)) return
      if (claimsPurchases && event.name === 'purchase' && !(await claim(module_name, event))) return
      analytics(event, config as never)
    } catch (error) {
      console.info('plugin', module_name, error)
    }
  }
  if (is_tracker) for (const event of earlier) void report(event)
  onShopEvent(report)
}

const carried = sessionRecord<ShopEvent[]>('private-page-events')
const MAX_CARRIED = 20

/**
 * Keeps events of private pages, where no tracker runs, for the next page in this tab: the choice of a payment method is one.
 * Returns those of the pages before, empty while this page is private itself.
 */
function carryPrivateEvents(trackers: readonly StartedPlugin[]): ShopEvent[] {
  const isPrivate = () => isPrivateUrl(new URL(location.href))
  const earlier = isPrivate() ? [] : (carried.read() ?? [])
  if (earlier.length > 0) carried.clear()
  onShopEvent((event) => {
    if (event.name === 'session' || !isPrivate() || !trackers.some(mayRun)) return
    carried.write([...(carried.read() ?? []), event].slice(-MAX_CARRIED))
  })
  return earlier
}

/** Whether this is the first report of the order by the plugin, on any device. The server decides. */
async function claim(module_name: string, { order_id, token }: Extract<ShopEvent, { name: 'purchase' }>) {
  const path = `/api/plugins/${module_name}/track-purchase`
  const reply = await send({
    group: 'plugins',
    name: 'trackPurchase',
    method: 'PUT',
    path,
    input: { order_id, token },
    options: { silent: true },
  })
  return (reply as { data?: { is_first?: boolean } }).data?.is_first === true
}

/**
 * Loads a document where a navigation enters or leaves a private page while a tracker may run: its script would stay in the page, and
 * a soft navigation keeps the policy of the first page.
 */
const keepPrivatePagesApart = (trackers: readonly StartedPlugin[]) =>
  setDocumentBoundary((from, to) => trackers.some(mayRun) && isPrivateUrl(from) !== isPrivateUrl(to))
