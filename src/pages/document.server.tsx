import { renderToString } from 'react-dom/server'
import type { Assets, PageRequest } from './answer.ts'
import { App, type AppParts } from './app.tsx'
import { escapeHtml, escapeScript, metaTags } from './head.server.ts'
import { inlineScriptsOf, inlineStylesOf, withStyleNonce } from './inline-code.server.ts'
import { type LoadedPage, pageJson } from './load-page.server.ts'
import { BOOT_ID, type Boot, ROOT_ID } from './page.ts'
import { createPageStore } from './page-store.ts'
import type { Meta } from './screen.ts'
import type { Views } from './views.ts'

/** What `headTags` is told about the page. */
export type HeadPage = {
  screen: string
  path: string
  url: string
  meta: Meta
  mode: PageRequest<unknown>['mode']
  nonce?: string
}

export type DocumentParts<Shell> = AppParts<Shell> & {
  views: Views
  assets: Assets
  visitorRoutes: number[]
  /** More for the head: theme styles, favicons, font preloads. HTML, escaped by whoever writes it. */
  headTags?: (shell: Shell, page: HeadPage) => string
  /** The language of the shop's texts, such as `en-IN`. */
  lang?: (shell: Shell) => string
}

/** A whole page as HTML, complete without any script. */
export function renderDocument<Shell>(
  parts: DocumentParts<Shell>,
  loaded: LoadedPage,
  shell: Shell,
  { url, mode, nonce }: Pick<PageRequest<unknown>, 'url' | 'mode' | 'nonce'>,
) {
  const { Shell, Status, assets, headTags, lang = () => 'en', visitorRoutes } = parts
  const { page, meta } = loaded
  const shellJson = JSON.stringify(shell)
  // Rendered is what the browser will see when it hydrates: JSON's view of the data, where a Date is text.
  const store = createPageStore({ ...page, data: JSON.parse(loaded.json) }, url)
  const shown = parsedOnce(shellJson) as Shell
  const root = renderToString(
    <App store={store} views={parts.views} shell={shown} whole={shell} Shell={Shell} Status={Status} />,
  )
  const extra = headTags?.(shell, { screen: page.screen, path: page.path, url, meta, mode, nonce }) ?? ''
  const head = assets.head(page.screen) + withStyleNonce(extra, nonce)
  const start = startScript(assets.entry)
  const body = `<!doctype html><html lang="${escapeHtml(lang(shell))}"><head><meta charset="utf-8">\
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">${metaTags(meta)}${head}</head>\
<body class="${escapeHtml([meta.bodyClass, mode].filter(Boolean).join(' '))}"><div id="${ROOT_ID}">${root}</div>\
<script type="application/json" id="${BOOT_ID}">${escapeScript(bootJson(loaded, shellJson, { build: assets.build, url, visitorRoutes }))}</script>\
<script${nonce ? ` nonce="${nonce}"` : ''}>${start}</script></body></html>`
  return {
    body,
    inlineScripts: [...inlineScriptsOf(head), start],
    inlineStyles: [...inlineStylesOf(head), ...(root.includes('<style') ? inlineStylesOf(root) : [])],
  }
}

/** The shell's data is the same on every page until somebody changes the shop: nobody may write to it. */
function parsedOnce(json: string): unknown {
  if (json !== last.json) last = { json, value: JSON.parse(json) }
  return last.value
}

let last: { json: string; value: unknown } = { json: 'null', value: null }

/** Of the meta only what must be told apart from the next page's: the rest stands in the head. */
function bootJson({ page, json }: LoadedPage, shellJson: string, rest: Omit<Boot, 'page' | 'shell'>) {
  const { title, bodyClass } = page.meta
  const first = pageJson({ ...page, meta: { title, bodyClass } }, json)
  return `${JSON.stringify(rest).slice(0, -1)},"page":${first},"shell":${shellJson}}`
}

/**
 * The entry comes by a script of ours and not by a `<script src>`: under `strict-dynamic` a page from the cache,
 * which has hashes and no nonce, may only load what a script with a known hash asks for (security §13).
 */
const startScript = (entry: string) =>
  `document.head.append(Object.assign(document.createElement("script"),{type:"module",src:${escapeScript(JSON.stringify(entry))}}))`
