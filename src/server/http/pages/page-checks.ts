import { randomUUID } from 'node:crypto'
import { targetOf } from '#contract/rules/redirect-target.ts'
import { type GroupPrices, groupPricesTag } from '#server/catalog/products/member-prices.ts'
import type { RedirectRules } from '#server/content/redirects/redirect-rules.ts'
import { type StoreLock, specialPages } from '#server/content/storefront/store-lock.ts'
import { type StoreStatus, storeStatusTags } from '#server/content/storefront/store-status.ts'
import { keepFresh } from '#server/platform/changes/keep-fresh.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { type ChannelSelection, selectionTags } from '#server/shop/channels/channel-selection.ts'
import { type BarePage, websiteUnavailablePage } from '../bare-pages.ts'
import { createHttpsCheck } from '../https-only.ts'
import { createOriginReader } from '../request-origin.ts'
import { createLockReader } from '../store-gate.ts'
import { pageFailure } from './page-failure.ts'
import { type PageRequest, splitUrl, tidyPath } from './page-request.ts'
import { specialPage } from './special-pages.ts'

/** The database state that page checks use. A new object after every change. */
export type PageCheckState = {
  rules: RedirectRules
  storeStatus: StoreStatus
  /** Not checked, but known with the rest: it decides which page the address has. */
  channels: ChannelSelection
  /** The same: whether customers may have pages of their own. */
  groupPrices: GroupPrices
}

/**
 * Whether the request may be of a customer who has prices of their own in this channel: such a page is rendered for its visitor alone, is
 * never cached and never shared. The session decides; its cookie alone is no more than a reason to read it. Boot data is of a document that was for everyone. ADR 0033.
 */
export const mayBeMember = (
  { raw, kind, channel }: Pick<PageRequest, 'raw' | 'kind' | 'channel'>,
  { groupPrices }: Pick<PageCheckState, 'groupPrices'>,
): boolean =>
  kind !== 'boot' && groupPrices.channels.has(channel.id) && raw.headers.cookie?.includes('sid=') === true

/** Staff preview pages before the shop opens. */
type CheckOptions = { isPreview?: boolean }

/** Answers instead of the page, or lets the next check decide. */
type PageCheck = (request: PageRequest, state: PageCheckState, options: CheckOptions) => BarePage | undefined

/** What the checks read, and the limit of an address. */
export type PageCheckSources = {
  readRedirects: () => Promise<RedirectRules>
  readStatus: () => Promise<StoreStatus>
  readChannels: () => Promise<ChannelSelection>
  readGroupPrices: () => Promise<GroupPrices>
  /** @throws when this address has sent too many requests (security §10). */
  requirePage?: (ip: string) => void
  /** Called with the source of a redirect rule that answered. */
  onRedirect?: (fromPath: string) => void
}

export type PageChecks = {
  /** The state, if it is known and current: for code that cannot wait. */
  now(): PageCheckState | undefined
  /** @throws when the state cannot be read and was never read. */
  read(): Promise<PageCheckState>
  /** The answer that replaces the page, undefined when the page may be shown. */
  refusalOf(request: PageRequest, state: PageCheckState, options?: CheckOptions): BarePage | undefined
}

type CheckListOptions = Pick<PageCheckSources, 'requirePage' | 'onRedirect'> & {
  services: Pick<Services, 'changes' | 'config' | 'log'>
  dataHeaders: Record<string, string>
}

/** The database state of the checks, and the checks. */
export function createPageChecks({
  readRedirects,
  readStatus,
  readChannels,
  readGroupPrices,
  ...options
}: PageCheckSources & CheckListOptions): PageChecks {
  const { changes } = options.services
  const redirects = keepFresh(readRedirects, { changes, tags: ['redirects'] })
  const storeStatus = keepFresh(readStatus, { changes, tags: storeStatusTags })
  const channels = keepFresh(readChannels, { changes, tags: selectionTags })
  const groupPrices = keepFresh(readGroupPrices, { changes, tags: [groupPricesTag] })
  const checks = listChecks(options)
  let known: PageCheckState | undefined

  function stateOf(state: PageCheckState): PageCheckState {
    const { rules, storeStatus, channels, groupPrices } = state
    const isSame =
      known?.rules === rules &&
      known.storeStatus === storeStatus &&
      known.channels === channels &&
      known.groupPrices === groupPrices
    if (!known || !isSame) known = state
    return known
  }

  return {
    now() {
      const rules = redirects.now()
      const current = storeStatus.now()
      const selection = channels.now()
      const own = groupPrices.now()
      return (
        rules &&
        current &&
        selection &&
        own &&
        stateOf({ rules, storeStatus: current, channels: selection, groupPrices: own })
      )
    },
    async read() {
      const [rules, current, selection, own] = await Promise.all([
        redirects.read(),
        storeStatus.read(),
        channels.read(),
        groupPrices.read(),
      ])
      return stateOf({ rules, storeStatus: current, channels: selection, groupPrices: own })
    },
    refusalOf(request, state, options = {}) {
      for (const check of checks) {
        const refusal = check(request, state, options)
        if (refusal) return refusal
      }
    },
  }
}

/**
 * The checks that every page passes before it is shown, cached or rendered, in their order. A new check belongs in this
 * list only: cached pages are sent before Fastify's hooks run. Decisions §3 "Order of
 * checks".
 */
function listChecks({
  services: { config, log },
  requirePage,
  onRedirect,
  dataHeaders,
}: CheckListOptions): readonly PageCheck[] {
  const originOf = createOriginReader(config.trustedProxies)
  const httpsOnly = createHttpsCheck(config)
  const lockOf = createLockReader(config)
  const { redirect, redirectOf, otherBuild } = createAnswers(dataHeaders)

  const requireHttps: PageCheck = ({ raw }) => httpsOnly(raw)

  const limitAddress: PageCheck = ({ raw, kind, pathname }) => {
    try {
      requirePage?.(originOf(raw).ip)
    } catch (error) {
      const userAgent = String(raw.headers['user-agent'] ?? '')
      return pageFailure(error, {
        requestId: randomUUID(),
        pathname,
        isData: kind !== 'document',
        userAgent,
        supportEmail: undefined,
        log,
        dataHeaders,
      })
    }
  }

  const followRedirectRule: PageCheck = (request, { rules, storeStatus }) => {
    const { raw, pathname, search } = request
    const found = rules.find(pathname, search)
    // The page of the lock is what every other page redirects to: a rule would make a loop.
    if (!found || isPageOfLock(pathname, lockOf(raw, storeStatus))) return undefined
    onRedirect?.(found.rule.from_path)
    return redirectOf(request, found)
  }

  const requireLicense: PageCheck = (_request, { storeStatus: { isLicensed, supportEmail } }) =>
    isLicensed ? undefined : websiteUnavailablePage({ supportEmail })

  const showSpecialPage: PageCheck = (request, { storeStatus }, { isPreview }) => {
    if (isPreview) return undefined
    const lock = lockOf(request.raw, storeStatus)
    if (lock === undefined || lock === 'unlicensed') return undefined
    const path = specialPages[lock]
    if (request.pathname !== path)
      return redirectOf(request, { location: path + returnQuery(request), status: 302 }, 'no-store')
    return request.kind === 'document'
      ? specialPage(lock, { status: storeStatus, ...readQuery(request.search) })
      : otherBuild(request)
  }

  /** The password was entered, in this tab or in another. */
  const leavePasswordPage: PageCheck = ({ pathname, kind }, { storeStatus }) =>
    pathname === specialPages.password && storeStatus.passwordKey !== undefined && kind === 'document'
      ? redirect({ location: '/', status: 302 }, 'no-store')
      : undefined

  const tidy: PageCheck = ({ raw, pathname }) => {
    if (tidyPath(pathname) === pathname) return undefined
    const own = splitUrl(raw.url ?? '/')
    return redirect({ location: tidyPath(own.pathname) + own.search, status: 301 })
  }

  return [
    requireHttps,
    limitAddress,
    followRedirectRule,
    requireLicense,
    showSpecialPage,
    leavePasswordPage,
    tidy,
  ]
}

/** Answers that lead elsewhere: a document by its status, a payload by its data, as `fetch` would follow a redirect. */
function createAnswers(dataHeaders: Record<string, string>) {
  function redirect({ location, status }: Target, caching: Caching = 'no-cache'): BarePage {
    return { status, headers: { ...dataHeaders, 'cache-control': caching, location }, body: '' }
  }

  function json(body: object, caching: Caching): BarePage {
    return {
      status: 200,
      headers: {
        ...dataHeaders,
        'cache-control': caching,
        'content-type': 'application/json; charset=utf-8',
      },
      body: JSON.stringify(body),
    }
  }

  return {
    redirect,
    redirectOf: ({ kind, build }: PageRequest, target: Target, caching: Caching = 'no-cache') =>
      kind === 'document'
        ? redirect(target, caching)
        : json({ build_id: buildId(build), redirect: target.location }, caching),
    otherBuild: ({ build }: PageRequest) => json({ build_id: buildId(build), other_build: true }, 'no-store'),
  }
}

type Target = { location: string; status: number }
type Caching = 'no-cache' | 'no-store'

const isPageOfLock = (pathname: string, lock: StoreLock | undefined) =>
  lock !== undefined && lock !== 'unlicensed' && specialPages[lock] === pathname

const buildId = (build: string) => (/^[\w.-]{1,64}$/.test(build) ? build : '')

/** Where the visitor wanted to go, for when the lock is gone. */
function returnQuery({ pathname, search }: { pathname: string; search: string }): string {
  const url = pathname + search
  return url === '/' || url.length > 1_000 ? '' : `?redirect=${encodeURIComponent(url)}`
}

function readQuery(search: string) {
  const query = new URLSearchParams(search)
  return {
    target: targetOf(query.get('redirect'), '/'),
    form: { isSubscribed: query.get('subscribed') === '1' },
  }
}
