import type { Preview } from './answer.ts'
import type { Meta } from './screen.ts'

export type PageError = { status: number; message: string }

/** The part of a page's meta that soft navigations update; the rest is for robots only. */
export type PageMeta = Pick<Meta, 'title' | 'description' | 'robots' | 'canonical' | 'bodyClass'>

/** The props of the screen's view, which alone knows their types. Undefined for an error without data. */
export type PageData = Readonly<Record<string, unknown>> | undefined

/** The data of one page: rendered into a document, or sent as a payload. `path` has no query. */
export type Page = { screen: string; path: string; meta: PageMeta; data: PageData; error?: PageError }

/** The server's reply to a request for a page's data. Decisions §4, `_payload.json`. */
export type Payload = { build_id: string } & (Page | { redirect: string } | { other_build: true })

/** The document's data for the browser's code: the first page, and the data for the whole visit. */
export type Boot = {
  build: string
  page: Page
  /** Path and query that the server rendered: a cached page may lack insignificant query parameters. */
  url: string
  shell: unknown
  /**
   * Indexes of routes whose screens belong to one visitor: their data may change at any time, so it is not
   * prefetched.
   */
  visitorRoutes: number[]
  /** Only in a preview of a draft. */
  preview?: Preview
  /** The page has changed since the document was rendered. */
  isNewer?: true
}

declare global {
  interface Window {
    /** The request for boot data that is not in the document, begun by its start script. */
    boot?: Promise<Response>
  }
}

export const BOOT_ID = 'boot'
export const ROOT_ID = 'root'

/** Pages with the same key are one page with other data: their component state is preserved. */
export const keyOfPage = ({ screen, path }: Page) => `${screen} ${path}`
export const isSamePage = (one: Page, other: Page) => keyOfPage(one) === keyOfPage(other)

/** The path and the query of an address, without its fragment: what identifies a page. */
export const pathOf = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>) => pathname + search
