import { hash } from 'node:crypto'
import { renderToString } from 'react-dom/server'
import type { Assets, RenderRequest } from './answer.ts'
import { App, type AppParts, type ShellData } from './app.tsx'
import { escapeHtml, escapeScript, metaTags } from './head.server.ts'
import { type LoadedPage, pageJson } from './load-page.server.ts'
import { BOOT_ID, type Boot, ROOT_ID } from './page.ts'
import { createPageStore } from './page-store.ts'
import { bootPath } from './payload-path.ts'
import type { Meta } from './screen.ts'
import { startScript } from './start-script.server.ts'
import type { Views } from './views.ts'

/** The page's properties that `headTags` receives. */
export type HeadPage = {
  screen: string
  path: string
  url: string
  meta: Meta
  mode: RenderRequest<unknown>['mode']
  nonce?: string
}

export type DocumentParts<Shell, Whole> = AppParts<Shell, Whole> & {
  views: Views
  assets: Assets
  visitorRoutes: number[]
  /** More for the head: theme styles, favicons, font preloads. HTML that the caller has escaped. */
  headTags?: (whole: Whole, page: HeadPage) => string
  /** Called with the shell's data as the page renders it, before it does. */
  onDocument?: (shell: Shell) => void
  /** The language of the shop's texts, such as `en-IN`. */
  lang?: (whole: Whole) => string
}

/** A whole page as HTML that works without JavaScript. */
export function renderDocument<Shell extends object, Whole>(
  parts: DocumentParts<Shell, Whole>,
  loaded: LoadedPage,
  { shell, whole }: ShellData<Shell, Whole>,
  request: Omit<RenderRequest<unknown>, 'api' | 'cookies' | 'isBot'>,
) {
  const { url, mode, nonce, preview, isBootApart = false } = request
  const { Shell, Status, assets, headTags, onDocument, lang = () => 'en', visitorRoutes } = parts
  const { page, meta } = loaded
  const { json: shellJson, shown } = shownShell(shell)
  // Renders the data after a JSON round trip, because hydration sees that too: a Date is text there.
  const store = createPageStore({ ...page, data: JSON.parse(loaded.json) }, url)
  onDocument?.(shown)
  const root = renderToString(
    <App store={store} views={parts.views} shell={shown} whole={whole} Shell={Shell} Status={Status} />,
  )
  const { screen, path } = page
  const extra = headTags?.(whole, { screen, path, url, meta, mode, nonce }) ?? ''
  const head = assets.head(page.screen, root.includes('data-late-styles')) + withStyleNonce(extra, nonce)
  const build = buildOf(assets, request)
  const json = bootJson(loaded, shellJson, { build, url, visitorRoutes, ...(preview && { preview }) })
  const boot = isBootApart && !page.error ? { build, version: versionOf(json), json } : undefined
  const start = startScript(assets.entry, {
    modules: assets.modules?.(page.screen),
    boot: boot && bootPath(url, build, boot.version),
  })
  const body = `<!doctype html><html lang="${escapeHtml(lang(whole))}"><head><meta charset="utf-8">\
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">${metaTags(meta)}${head}</head>\
<body class="${escapeHtml([meta.bodyClass, mode].filter(Boolean).join(' '))}"><div id="${ROOT_ID}">${root}</div>\
${boot ? '' : `<script type="application/json" id="${BOOT_ID}">${escapeScript(json)}</script>`}\
<script${nonce ? ` nonce="${nonce}"` : ''}>${start}</script></body></html>`
  return {
    body,
    isIncomplete: root.includes(FAILED_BOUNDARY),
    inlineScripts: [...inlineScriptsOf(head), start],
    inlineStyles: [...inlineStylesOf(head), ...(root.includes('<style') ? inlineStylesOf(root) : [])],
    ...(boot && { boot }),
  }
}

/** The build's id, after it the variant of the document where there are several. */
export const buildOf = (
  { build }: Pick<Assets, 'build'>,
  { variant }: Pick<RenderRequest<unknown>, 'variant'>,
): string => (variant === undefined ? build : `${build}.${variant}`)

/** React's marker of a Suspense boundary that failed on the server and is rendered by the browser. */
const FAILED_BOUNDARY = '<!--$!-->'

/** A hash of all that `renderDocument` reads: equal inputs make equal documents. ADR 0023. */
export function inputsOf(
  { page, meta, json }: LoadedPage,
  shell: ShellData<object, unknown>,
  { url, mode, variant, origin, isBootApart }: RenderRequest<unknown>,
): string {
  const known = shellHashes.get(shell) ?? hash('sha256', JSON.stringify(shell), 'base64url')
  shellHashes.set(shell, known)
  const others = JSON.stringify([page, meta, known, url, mode, variant, origin, isBootApart])
  return hash('sha256', `${others}\n${json}`, 'base64url')
}

/** Cached with the object, as in `shownShell`. */
const shellHashes = new WeakMap<object, string>()

/** Eight characters of a hash: they name one page's data. */
const versionOf = (json: string) => hash('sha256', json, 'base64url').slice(0, 8)

/**
 * The shell as JSON and after it, both cached with the object: pages for everyone share one until the shop changes. Neither may be
 * mutated.
 */
function shownShell<Shell extends object>(shell: Shell): { json: string; shown: Shell } {
  const known = shownShells.get(shell)
  if (known) return known as { json: string; shown: Shell }
  const json = JSON.stringify(shell)
  const made: { json: string; shown: Shell } = { json, shown: JSON.parse(json) }
  shownShells.set(shell, made)
  return made
}

const shownShells = new WeakMap<object, { json: string; shown: unknown }>()

/** Contains only the meta that a soft navigation compares with the next page's; the rest is in the head. */
function bootJson({ page, json }: LoadedPage, shellJson: string, rest: Omit<Boot, 'page' | 'shell'>) {
  const { title, bodyClass } = page.meta
  const first = pageJson({ ...page, meta: { title, bodyClass } }, json)
  return `${JSON.stringify(rest).slice(0, -1)},"page":${first},"shell":${shellJson}}`
}

/** Texts of the executable inline scripts in HTML (data blocks such as JSON-LD are not executable). */
export const inlineScriptsOf = (html: string) =>
  [...html.matchAll(/<script\b([^<>]*)>([\s\S]*?)(?:<\/script>|$)/gi)]
    .filter(([, attributes = '']) => !/\bsrc\s*=|type\s*=\s*["']?application\//i.test(attributes))
    .map(([, , text = '']) => text)

export const inlineStylesOf = (html: string) =>
  [...html.matchAll(/<style\b[^<>]*>([\s\S]*?)(?:<\/style>|$)/gi)].map(([, text = '']) => text)

/** Adds the nonce to the page's styles, so that the policy allows them. */
export const withStyleNonce = (html: string, nonce: string | undefined) =>
  nonce ? html.replace(/<style\b/gi, `<style nonce="${nonce}"`) : html
