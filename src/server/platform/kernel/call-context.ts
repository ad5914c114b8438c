import type { Api } from '#contract/client.ts'
import type { Channel } from './channel.ts'
import type { CartOwner, CookieToSet, Services, Upload, Visitor } from './context.ts'

/**
 * What a handler receives besides its input. Only handlers import it: the functions below them take `db` and the values
 * that they use.
 */
export type CallContext = Services & {
  visitor: Visitor
  /** Files of a form post, for endpoints with `takesForm`. */
  uploads?: readonly Upload[]
  channel: Channel
  cartOwner: (ref: { cart_session?: string | null | undefined }) => CartOwner
  /** The in-process typed client, as the same visitor: for handlers that compose other calls (templateBoth). */
  api: Api
  /**
   * The reply is for a page for everyone, which is cached until one of its tags changes, so it may use cached values.
   * Every other caller gets the database's current state.
   */
  isForEveryone: boolean
  /** The call renders the preview of this page's draft; 0: of the whole shop with the draft of its appearance. Set only by the page renderer, never by a request to the API. */
  previewPageId?: number
  /** The same for this product, shown as if it were published. */
  previewProductId?: number
  /**
   * Adds the tags that the reply depends on: `product:1042`, `menu:1`, `storefront`. Cached pages are dropped by
   * these.
   */
  tag: (...tags: string[]) => void
  /** Part of the reply could not be read and was left out: a page with it is sent once and never cached. */
  markIncomplete: () => void
  setCookie: (cookie: CookieToSet) => void
  /** Tells the browser to delete the data that pages stored for the visitor who has just logged out. Security §3. */
  clearBrowserStorage: () => void
  /** Sets a header of the HTTP reply, for clients other than our own; names in lower case. */
  setHeader: (name: string, value: string) => void
}
