/** What the HTTP layer asks for. `url` is path and query: of the page for documents, of the payload for payloads. */
export type PageRequest<Api> = {
  url: string
  api: Api
  cookies: Readonly<Record<string, string>>
  isBot: boolean
  /** For pages of one visitor: put on every inline script and on the theme's styles. */
  nonce?: string
  mode: 'production' | 'preview' | 'development'
}

/** What the HTTP layer sends. A redirect has its status, a `location` header and no body. */
export type PageAnswer = {
  status: number
  headers: Record<string, string>
  body: string
  /** Never to be kept in a cache that visitors share. */
  isVisitor: boolean
  /** Texts of the inline scripts that run, for the Content-Security-Policy's hashes. */
  inlineScripts: string[]
  inlineStyles: string[]
}

export type Pages<Api> = {
  /**
   * A whole page as HTML.
   *
   * @throws whatever `load`, `loadShell` or rendering throws unexpectedly, except to bots (503).
   */
  document(request: PageRequest<Api>): Promise<PageAnswer>
  /**
   * A page's data alone, for a browser that has the application already.
   *
   * @throws as `document`.
   */
  payload(request: PageRequest<Api>): Promise<PageAnswer>
  /** The screen of a page's path, before anything is loaded. */
  matches(pathname: string): { screen: string; visitor: boolean; varies: readonly string[] } | undefined
  /** For the build's manifest. */
  routes: { path: string; screen: string }[]
}

/** What the build knows: its name, its entry, and the tags that fetch a screen's style and chunks early. */
export type Assets = { build: string; entry: string; head: (screen: string) => string }
