import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { SectionType } from '#contract/admin/content/pages.ts'
import type { Permission } from '#contract/admin/permissions.ts'
import type { Api } from '#contract/client.ts'
import type { Config } from '../config/config.ts'
import type { CatalogIndex } from './catalog-index.ts'
import type { FileStorage } from './file-storage.ts'
import type { PluginRegistry } from './plugin.ts'
import type { Database } from './schema.ts'
import type { StartSpan } from './trace.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/**
 * Receives all changed tags, and the same tags grouped by the transaction that noted them. `['*']` means that the
 * changes are unknown: then everything that was read before is stale.
 */
export type ChangeListener = (tags: readonly string[], transactions?: readonly (readonly string[])[]) => void

/**
 * Notifies this process of changes in the database, by tag, so that cached pages and the catalog index follow. The
 * poll of `change_log` is authoritative; NOTIFY only wakes it early. Architecture, "The way of data"; ADR 0009.
 */
export type ChangeFeed = {
  subscribe(listener: ChangeListener): () => void
  /** Reads pending changes; resolves after all listeners were called. Writers call it after their commit. */
  catchUp(): Promise<void>
  /** False while a change is announced that was not read, or the log could not be read for eight polls: what this process has cached may be outdated. */
  isCurrent(): boolean
  /**
   * The position up to which listeners are notified. Database reads after this call include every change before the
   * position; a later feed that starts there delivers all others.
   */
  position(): string
  /** False when the start position is unknown or older than the pruned log: the feed then starts at the present. */
  isResumed: boolean
  stop(): Promise<void>
}

/** A hot standby that answers reads of pages for everyone. */
export type ReadReplica = {
  /** Undefined while it has not replayed every change that the feed has delivered, or is away. */
  current(): Db | undefined
  /** Since it last was `current`; 0 while it is. */
  secondsAway(): number
  /** After a read that failed: the primary answers until the replica has been reached again. */
  suspend(): void
  /** The replica once it has replayed what the primary has at this call; undefined when that takes longer. */
  reachPresent(withinMs: number): Promise<Db | undefined>
  stop(): Promise<void>
}

/** What the whole process shares; created once in `main.ts`. */
export type Services = {
  db: Db
  /** With `DATABASE_REPLICA_URL`. */
  replica?: ReadReplica | undefined
  config: Config
  log: Logger
  changes: ChangeFeed
  catalogIndex: CatalogIndex
  /** Images, photos and other files. */
  files: FileStorage
  plugins: PluginRegistry
  /** Runs the data loader of a page section; unknown components yield null. Sections are outside `src/server`. */
  loadSection: (
    section: { component: string; settings: unknown },
    request: SectionRequest,
  ) => Promise<unknown>
  /** The section types of the shop, for the page editor. */
  sections: SectionRegistry
  buildId: () => string
  refusals: RefusalLog
  serviceKeys: ServiceKeys
  /** Records traces; undefined without OTEL_EXPORTER_OTLP_ENDPOINT. */
  startSpan?: StartSpan | undefined
  /** Creates a one-time login token of the back office for a visitor who is staff; null for all others. */
  createAdminToken?: (visitor: Visitor) => Promise<string | null>
}

/** The keys of mail, SMS and payments that owners enter; `config` has those in force. ADR 0035. */
export type ServiceKeys = {
  /** What the environment sets. */
  environment: Pick<Config, 'mode' | 'mail' | 'sms' | 'companyKeys' | 'serviceVariables'>
  /** Reads the entered keys again; resolves when `config` has them. */
  refresh(): Promise<void>
  stop(): void
}

/** Keeps refused access: every one in the server's log, those of the back office in the audit log too, both bounded. */
export type RefusalLog = {
  /** Never throws: the caller is refused either way. */
  note(refusal: Refusal): Promise<void>
}

export type Refusal = {
  visitor: Pick<Visitor, 'ip' | 'staff' | 'customerId'>
  /** 'adminOrders.list', 'POST /forms/contact' */
  call: string
  code: string
  /** What the audit log keeps; undefined outside the back office. `actor` names a caller who is not signed in. */
  audit?: {
    action: string
    /** The same record of the same caller is stored once an hour: an open page asks again and again. */
    isOnceAnHour?: boolean
    actor?: string
    record: { type: string; id: string }
    after?: Record<string, unknown>
  }
}

export type SectionRegistry = {
  types: () => SectionType[]
  /** JSON schema of the layout options that all of them share. */
  layout: () => Record<string, unknown>
  /** The layout in a section's settings; undefined when it is the default or invalid. */
  layoutOf: (settings: unknown) => unknown
  /** What is wrong with the layout in a section's settings, as `path: message`. */
  problemsOfLayout: (settings: unknown) => string[]
  /** What is wrong with a section's settings, as `path: message`. */
  problemsOf: (section: { component: string; settings: unknown }) => string[]
}

export type SectionRequest = { api: Api; path: string; query: string }

/** The caller. A page for everyone is rendered for `anonymousVisitor`. */
export type Visitor = {
  cookies: Readonly<Record<string, string>>
  /** The `Host` header. Undefined for calls of the back office, which are of the default channel. */
  host?: string | undefined
  /** The channel that a page for everyone is rendered for; otherwise host and cookie decide. ADR 0033. */
  channelId?: number
  ip: string
  userAgent: string
  customerId: number | null
  /** The customer's session, to distinguish it from their other ones. */
  sessionId?: number
  /** The signed-in member of staff; only calls of the back office read their session. */
  staff?: StaffVisitor
  /** Finds the staff session of this browser, only for the link to the back office. Absent without its cookie. */
  readStaff?: () => Promise<StaffVisitor | undefined>
}

export type StaffVisitor = {
  id: number
  email: string
  name: string
  role: string
  permissions: readonly Permission[]
  sessionId: number
  /** When they last proved who they are. */
  provedAt: Date
  /** From when on an owner without a second factor can only set one up; null for all others. ADR 0042. */
  secondFactorDue: Date | null
  /** The API key that acts for them; its permissions are the ones above. It has no session and no proof. */
  apiKey?: { id: number; name: string }
}

export const anonymousVisitor: Visitor = { cookies: {}, ip: '', userAgent: '', customerId: null }

/** How a visitor's cart is found (decisions §1.8). */
export type CartOwner = {
  customerId: number | null
  sessionId: string | null
  /** The id came in the cookie; otherwise it is valid only for a cart without a customer. */
  isFromCookie: boolean
}

export type CookieToSet = {
  name: string
  value: string
  maxAgeSeconds?: number
  isHttpOnly?: boolean
  /** Sent to this host only: its name gets the prefix `__Host-` when the shop is https (decisions §1.5). */
  isHostOnly?: boolean
}

/** A file of a form post: its field's name and its bytes, of any type and content. */
/** `name`: of the field. */
export type Upload = { name: string; bytes: Buffer; fileName?: string }
