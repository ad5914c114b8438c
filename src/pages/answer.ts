/** The request from the HTTP layer. `url`: path and query of the page, for payloads too. */
export type RenderRequest<Api> = {
  url: string
  api: Api
  cookies: Readonly<Record<string, string>>
  isBot: boolean
  /** For pages of one visitor: set on every inline script and on the theme's styles. */
  nonce?: string
  mode: 'production' | 'preview' | 'development'
  /** In a preview: the page, and the origin that may show it in a frame. */
  preview?: Preview
  /** The origin of canonical addresses, where it is not the shop's. */
  origin?: string
  /** Tells apart documents whose payloads must not be mixed, such as those of two channels: part of the build's name. */
  variant?: string
  /** The document may leave its boot data to a request of its own, which the HTTP layer answers. ADR 0024. */
  isBootApart?: boolean
  /**
   * For pages for everyone: loads a value that they share, or returns the one that was loaded before, the same object until something
   * changes that it was made of. ADR 0023.
   */
  share?: <Value>(name: string, load: (api: Api) => Promise<Value>) => Promise<Value>
  /** With `share`: whether the caller has the document that was made of these inputs (`PageAnswer.inputs`). It is not rendered again then. */
  isKnown?: (inputs: string) => boolean
}

export type Preview = { page_id: number; product_id?: number; host: string }

/** The response for the HTTP layer. A redirect has its status, a `location` header and no body. */
export type PageAnswer = {
  status: number
  headers: Record<string, string>
  body: string
  /** Must not be stored in a shared cache. */
  isVisitor: boolean
  /** A part of it failed to render: must not be cached at all. */
  isIncomplete: boolean
  /** Texts of the executable inline scripts, for the Content-Security-Policy's hashes. */
  inlineScripts: string[]
  inlineStyles: string[]
  /** Of a document with its boot data apart. */
  boot?: BootAnswer
  /** A hash of everything that the document was made of; with `isUnchanged` it has no body, because the caller has it (`isKnown`). */
  inputs?: string
  isUnchanged?: boolean
}

/** The data that a document is hydrated with, as JSON. `version` identifies the text. */
export type BootAnswer = { build: string; version: string; json: string }

export type Pages<Api> = {
  /**
   * A whole page as HTML.
   * @throws unexpected errors of `load`, `loadShell` or rendering, except to bots (503).
   */
  document(request: RenderRequest<Api>): Promise<PageAnswer>
  /**
   * A page's data alone, for soft navigations. `build`: the one that the browser has.
   * @throws as `document`.
   */
  payload(request: RenderRequest<Api> & { build: string }): Promise<PageAnswer>
  /** The screen of a page's path, without loading it. */
  matches(pathname: string): { screen: string; visitor: boolean; varies: readonly string[] } | undefined
  /** For the build's manifest. */
  routes: { path: string; screen: string }[]
}

/** The build's manifest: its id, its entry, the tags of a screen's styles, and the URLs of its chunks. */
export type Assets = {
  build: string
  entry: string
  head: (screen: string, hasLateStyles: boolean) => string
  /** All chunks to request with the entry. Development has none. */
  modules?: (screen: string) => readonly string[]
}
