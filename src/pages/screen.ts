/**
 * The input of a screen's `load`, `meta` and guard. Path and query of `url` are the visitor's, its origin is
 * the shop's own.
 */
export type LoadRequest<Api> = {
  url: URL
  params: Record<string, string>
  cookies: Readonly<Record<string, string>>
  api: Api
  isBot: boolean
  /** The page is a preview of a draft, whose sections are marked for editing. */
  isPreview?: boolean
}

/** A picture for link previews, with the size in pixels of the file at `href`. */
export type PreviewImage = {
  href: string
  width?: number | undefined
  height?: number | undefined
  alt?: string | undefined
}

/** The head of the document and the class of its body. */
export type Meta = {
  title: string
  description?: string
  /** HTTP status of the document: 404 for a screen that explains itself why there is nothing. Default: 200. */
  status?: number
  /** Robots directives, such as `noindex`. */
  robots?: string
  /** `no-referrer` where the URL itself is a secret. */
  referrer?: 'no-referrer'
  /** A path of the shop, as that of `image` may be: the runtime makes them absolute. URLs in `jsonLd` are absolute already. */
  canonical?: string
  /** Null: no picture, not even the shop's own. */
  image?: PreviewImage | null
  jsonLd?: unknown[]
  /** More properties for link previews, such as the price. `og:type` replaces the default `website`. */
  properties?: Record<string, string>
  /** A feed with the page's contents: `href` is a path of the shop, made absolute by the runtime. */
  feed?: { title: string; href: string }
  /**
   * Set by the runtime for pages that must not be indexed: only the `robots` tag is rendered for search
   * engines and link previews.
   */
  isPrivate?: true
  /** The page's slug (spec §2 Layout); `production`, `preview` or `development` is added by the runtime. */
  bodyClass?: string
  /** Images the first paint needs. */
  preload?: { href: string; imageSrcSet?: string; imageSizes?: string }[]
}

/**
 * Registers the shop's typed client once for all screens: `declare module '#pages/screen.ts' { interface
 * Register { api: ApiClient } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: an interface, because only interfaces can be added to
export interface Register {}

type RegisteredApi = Register extends { api: infer Api } ? Api : unknown

/** `view`: the props of the view, which become JSON. `head`: what only `meta` reads; it stays on the server. */
export type Loaded = { view: object; head?: unknown }

export type Screen<Api, Data extends Loaded> = {
  /** The page belongs to one visitor: never cached, never prefetched. */
  visitor?: true
  /** Name of a guard that runs before `load`. */
  guard?: string
  /** Cookies that the page depends on although it is shared by all visitors. */
  varies?: readonly string[]
  load: (request: LoadRequest<Api>) => Data | Promise<Data>
  /** A method, so that every screen is a `Screen<Api, Loaded>`. */
  meta(data: Data, request: LoadRequest<Api>): Meta
}

/**
 * The server's side of a screen. Write `load` before `meta`, or TypeScript cannot infer the input of `meta`.
 * Both may throw the errors of `outcome.ts`.
 */
export function defineScreen<Data extends Loaded, Api = RegisteredApi>(
  screen: Screen<Api, Data>,
): Screen<Api, Data> {
  return screen
}

/** The view's props: the `view` of the screen's `load` after JSON serialisation. */
export type ScreenData<S extends { load: (request: never) => Loaded | Promise<Loaded> }> = Json<
  Awaited<ReturnType<S['load']>>['view']
>

/** A value's type after `JSON.parse(JSON.stringify(value))`. */
export type Json<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Date
    ? string
    : T extends (...args: never[]) => unknown
      ? never
      : T extends object
        ? { [Key in keyof T]: Json<T[Key]> }
        : never
