import type { Meta } from './screen.ts'

export type PageError = { status: number; message: string }

/** The part of a page's meta that follows a soft navigation; the rest is of interest to robots only. */
export type PageMeta = Pick<Meta, 'title' | 'description' | 'robots' | 'canonical' | 'bodyClass'>

/** What is needed to show one page: rendered into a document, or sent as a payload. `path` has no query. */
export type Page = { screen: string; path: string; meta: PageMeta; data: unknown; error?: PageError }

/** The server's answer to the browser's question for a page's data. Decisions §4, `_payload.json`. */
export type Payload = { build_id: string } & (Page | { redirect: string } | { other_build: true })

/** What the document hands to the browser's code: the first page, and what stays for the whole visit. */
export type Boot = {
  build: string
  page: Page
  /** Path and query that the server rendered: a cached page may have left out parts that mean nothing to it. */
  url: string
  shell: unknown
  /** Routes to screens of one visitor, by their place in the table: what they show may change any moment, so it is not fetched ahead. */
  visitorRoutes: number[]
}

export const BOOT_ID = 'boot'
export const ROOT_ID = 'root'
