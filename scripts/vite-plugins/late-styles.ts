import type { Plugin } from 'vite'
import { LAYERS } from './layer-order.ts'

const MARKER_MODULE = 'virtual:late-styles'
const LOADER_MODULE = 'virtual:load-late-styles'
/** Marks the styles of late modules until the stylesheet is complete; the condition is never true and used nowhere else. */
const MARK = '@supports (--late:1)'
const MARKED = /@supports\s*\(--late:\s*1\)\s*\{/g

/**
 * Moves the styles of these modules to a second stylesheet, `later-….css` beside `style-….css`. A chunk with such styles requests
 * it, and lazy imports resolve only when it has loaded (`lazy-imports.ts`). The document of a screen with such a chunk links it
 * (`scripts/build-output.ts`). ADR 0019.
 *
 * @param isLate matches the path of a CSS file whose styles no first page shows
 */
export function lateStyles(isLate: RegExp): Plugin[] {
  const isLateStyle = { filter: { id: isLate } }
  return [
    {
      name: 'late-styles',
      enforce: 'pre',
      apply: 'build',
      resolveId: {
        filter: { id: /^virtual:(load-)?late-styles$/ },
        handler: (id) => `\0${id}`,
      },
      load: {
        filter: { id: /^\0virtual:(load-)?late-styles$/ },
        handler: (id) => ({
          code: id.endsWith(LOADER_MODULE) ? loader : marker,
          moduleSideEffects: id.endsWith(MARKER_MODULE),
        }),
      },
      transform: { ...isLateStyle, handler: (code) => `${MARK}{${code}}` },
    },
    {
      name: 'late-styles:request',
      enforce: 'post',
      apply: 'build',
      transform: { ...isLateStyle, handler: (code) => `import '${MARKER_MODULE}'\n${code}` },
      generateBundle: {
        order: 'post',
        handler(_, bundle) {
          for (const file of Object.values(bundle)) {
            if (file.type !== 'asset' || !isFirstSheet(file.fileName)) continue
            const { first, late } = splitStyles(String(file.source))
            file.source = first
            this.emitFile({
              type: 'asset',
              fileName: laterSheet(file.fileName),
              source: LAYERS + late,
            })
          }
        },
      },
    },
  ]
}

/** The stylesheet that every page links. */
export const isFirstSheet = (name: string) => /(^|\/)style-[^/]+\.css$/.test(name)

/** The URL of a build's second stylesheet, derived from the first. */
export const laterSheet = (first: string) => first.replace(/(^|\/)style-/, '$1later-')

/** The name of the chunk that requests it. */
export const LATE_STYLES = 'late-styles'

const marker = `
import { requestLateStyles } from '${LOADER_MODULE}'
requestLateStyles()`

/**
 * No top-level await: WebKit runs a chunk that imports from a module still awaiting before that module has finished. A stylesheet that
 * cannot be loaded makes the import fail, and the next import requests it again.
 */
const loader = `
let isRequested = false
let loading

function load() {
  const first = document.querySelector('link[rel=stylesheet][href*="/style-"]')
  const href = first.getAttribute('href').replace('/style-', '/later-')
  if (document.querySelector('link[href="' + href + '"]')) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const onerror = () => {
      loading = undefined
      later.remove()
      reject(new Error('Stylesheet not loaded: ' + href))
    }
    const later = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: resolve, onerror })
    // Last: a sheet before the one with the fonts would make browsers lay out all text again. The layers are in order anyway.
    document.head.append(later)
  })
}

export const lateStyles = () => isRequested ? (loading ??= load()) : undefined
export const requestLateStyles = () => {
  isRequested = true
  lateStyles().catch(() => {})
}`

/** Separates the marked styles from a stylesheet and removes the marks. */
export function splitStyles(css: string): { first: string; late: string } {
  let first = ''
  let late = ''
  let at = 0
  for (const { 0: mark, index } of css.matchAll(MARKED)) {
    const start = index + mark.length
    const end = closingBrace(css, start)
    first += css.slice(at, index)
    late += css.slice(start, end)
    at = end + 1
  }
  return { first: first + css.slice(at), late }
}

/** Strings in styles may hold braces (`content: '}'`). */
function closingBrace(css: string, start: number) {
  let depth = 1
  let quote = ''
  for (let at = start; at < css.length; at += 1) {
    const char = css[at] as string
    if (quote) {
      if (char === '\\') at += 1
      else if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === '{') depth += 1
    else if (char === '}' && --depth === 0) return at
  }
  throw new Error('The stylesheet has an unclosed block')
}
