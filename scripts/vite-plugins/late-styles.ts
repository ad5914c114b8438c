import type { Plugin } from 'vite'
import { LAYERS } from './layer-order.ts'

const LOADER = '\0late-styles'
/** Never true, and not to be found in anybody's styles: marks what is late until the stylesheet is whole. */
const MARK = '@supports (--late:1)'
const MARKED = /@supports\s*\(--late:\s*1\)\s*\{/g

/**
 * Puts the styles of these modules into a second stylesheet, `later-….css` beside `style-….css`. A chunk with any of them waits until it is
 * there, and the document of a screen with such a chunk names it (`scripts/build-output.ts`). ADR 0019.
 *
 * @param isLate says of a CSS file's path whether no first page shows any of it
 */
export function lateStyles(isLate: RegExp): Plugin[] {
  const isLateStyle = { filter: { id: isLate } }
  return [
    {
      name: 'late-styles',
      enforce: 'pre',
      apply: 'build',
      resolveId: { filter: { id: /^virtual:late-styles$/ }, handler: () => LOADER },
      load: { filter: { id: /^\0late-styles$/ }, handler: () => ({ code: loader, moduleSideEffects: true }) },
      transform: { ...isLateStyle, handler: (code) => `${MARK}{${code}}` },
    },
    {
      name: 'late-styles:wait',
      enforce: 'post',
      apply: 'build',
      transform: { ...isLateStyle, handler: (code) => `import 'virtual:late-styles'\n${code}` },
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

/** The stylesheet that every page names. */
export const isFirstSheet = (name: string) => /(^|\/)style-[^/]+\.css$/.test(name)

/** Where the second stylesheet of a build is, by its first one's address. */
export const laterSheet = (first: string) => first.replace(/(^|\/)style-/, '$1later-')

/** The chunk that waits for it, by its name. */
export const LATE_STYLES = 'late-styles'

const loader = `
const first = document.querySelector('link[rel=stylesheet][href*="/style-"]')
const href = first.getAttribute('href').replace('/style-', '/later-')
if (!document.querySelector('link[href="' + href + '"]')) await new Promise((done) => {
  const later = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: done, onerror: done })
  first.after(later)
})`

/** Takes what is marked out of a stylesheet, and its mark off. */
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
  throw new Error('A stylesheet with an open block')
}
