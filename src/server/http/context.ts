import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Api } from '#contract/client.ts'
import type { CatalogIndex } from '../catalog-index/catalog-index.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/schema.ts'
import type { Channel } from '../storefront/read-channel.ts'
import type { ChangeFeed } from './change-feed.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/** What the whole process shares; made once in `main.ts`. */
export type Services = {
  db: Db
  config: Config
  log: Logger
  changes: ChangeFeed
  catalogIndex: CatalogIndex
  /** Runs the data loader of a page section; unknown components yield null. Sections live outside the server. */
  loadSection: (
    section: { component: string; settings: unknown },
    request: SectionRequest,
  ) => Promise<unknown>
  buildId: () => string
}

export type SectionRequest = { api: Api; path: string; query: string }

/** Who calls. A page for everyone is rendered for `nobody`. */
export type Visitor = {
  cookies: Readonly<Record<string, string>>
  ip: string
  userAgent: string
  customerId: number | null
  /** The customer's session, to tell it from the others. */
  sessionId?: number
}

export const nobody: Visitor = { cookies: {}, ip: '', userAgent: '', customerId: null }

/** How a visitor's cart is found (decisions §1.8). */
export type CartOwner = {
  customerId: number | null
  sessionId: string | null
  /** The id came in the cookie; without it the id counts only for a cart that has no customer. */
  isFromCookie: boolean
}

export type CookieToSet = {
  name: string
  value: string
  maxAgeSeconds?: number
  isHttpOnly?: boolean
  /** Must come from this very host: `__Host-` before its name where the shop is https (decisions §1.5). */
  isHostOnly?: boolean
}

/** What a handler gets beside its input. */
export type CallContext = Services & {
  visitor: Visitor
  channel: Channel
  cartOwner: (ref: { cart_session?: string | null | undefined }) => CartOwner
  /** The typed client in process, as this very visitor: for handlers that compose other calls (templateBoth). */
  api: Api
  /**
   * The reply goes into a page for everyone, which is kept until one of its tags changes: what it is made of may be kept just so.
   * Every other caller is told what the database says now.
   */
  isForEveryone: boolean
  /** Names what the reply depends on: `product:1042`, `menu:1`, `storefront`. Cached pages are dropped by these. */
  tag: (...tags: string[]) => void
  setCookie: (cookie: CookieToSet) => void
  /** The browser forgets what pages have kept in it of whoever has just logged out. Security §3. */
  clearBrowserStorage: () => void
  /** A header of the HTTP reply, for clients other than our own; names in lower case. */
  setHeader: (name: string, value: string) => void
}
