/** What a screen's `load`, `meta` and guard are told. Path and query of `url` are the visitor's, its origin is the shop's own. */
export type LoadRequest<Api> = {
  url: URL
  params: Record<string, string>
  cookies: Readonly<Record<string, string>>
  api: Api
  isBot: boolean
}

/** What a page says about itself outside its own markup: the head of the document and the class of its body. */
export type Meta = {
  title: string
  description?: string
  /** As search engines read it, such as `noindex`. */
  robots?: string
  /** `no-referrer` where the address itself is a secret. */
  referrer?: 'no-referrer'
  /** A path of the shop, as `image` may be: the runtime makes them absolute. Addresses in `jsonLd` are so already. */
  canonical?: string
  image?: string
  jsonLd?: unknown[]
  /** More for link previews, by the property’s name: what a thing costs. `og:type` goes before the usual `website`. */
  properties?: Record<string, string>
  /** Set by the runtime where nothing is to be found: search engines and link previews are told no more than `robots`. */
  isPrivate?: true
  /** The page's slug (spec §2 Layout); `production`, `preview` or `development` is added by the runtime. */
  bodyClass?: string
  /** Images the first paint needs. */
  preload?: { href: string; imageSrcSet?: string; imageSizes?: string }[]
}

/**
 * Names the shop's typed client once, so that no screen has to:
 * `declare module '#pages/screen.ts' { interface Register { api: ApiClient } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: an interface, because only interfaces can be added to
export interface Register {}

type RegisteredApi = Register extends { api: infer Api } ? Api : unknown

export type Screen<Api, Data extends object> = {
  /** The page is of one visitor: never cached, never fetched ahead. */
  visitor?: true
  /** Name of a guard that runs before `load`. */
  guard?: string
  /** Cookies the page depends on although it is for everyone. */
  varies?: readonly string[]
  load: (request: LoadRequest<Api>) => Data | Promise<Data>
  meta: (data: Data, request: LoadRequest<Api>) => Meta
}

/**
 * The server's side of a screen. Write `load` before `meta`, or TypeScript cannot tell `meta` what it is given.
 * Both may throw what `outcome.ts` offers.
 */
export function defineScreen<Data extends object, Api = RegisteredApi>(
  screen: Screen<Api, Data>,
): Screen<Api, Data> {
  return screen
}

/** What the view gets as its props: the awaited result of the screen's `load`, as JSON brings it over. */
export type ScreenData<S extends { load: (request: never) => unknown }> = Json<Awaited<ReturnType<S['load']>>>

/** A value's type after `JSON.parse(JSON.stringify(value))`. */
export type Json<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends { toJSON(): infer Written }
    ? Json<Written>
    : T extends (...args: never[]) => unknown
      ? never
      : T extends object
        ? { [Key in keyof T]: Json<T[Key]> }
        : never
