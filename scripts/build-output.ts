import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { Manifest } from 'vite'
import { isFirstSheet, LATE_STYLES, laterSheet } from './vite-plugins/late-styles.ts'

/** What the server has to know of a build; `dist/build.json`. */
export type BuildInfo = {
  id: string
  /** When it was built, milliseconds. */
  timestamp: number
  /** Address of the module that starts it all in the browser. */
  entry: string
  /** Tags that fetch a screen's style and chunks early. The empty name is for pages without a view. */
  heads: Record<string, string>
  /** Chunks of each screen, addresses. */
  chunks: Record<string, string[]>
}

/** Reads Vite's manifest: chunks of screens are those whose source is `…/screens/{folder}/view.tsx`. */
export function describeBuild(clientFolder: string, entry: string): BuildInfo {
  const text = readFileSync(join(clientFolder, '.vite/manifest.json'), 'utf8')
  const manifest: Manifest = JSON.parse(text)
  const main = manifest[entry]
  if (!main) throw new Error(`The build has no ${entry}`)
  const screens = Object.keys(manifest).flatMap((key) => {
    const name = /(?:^|\/)screens\/([^/]+)\/view\.tsx$/.exec(key)?.[1]
    return name ? [{ name: screenOf(name), key }] : []
  })
  const filesOf = (...keys: string[]) => collect(manifest, [entry, ...keys])
  return {
    // Every file is named by its content in there: its hash is the build's name.
    id: createHash('sha256').update(text).digest('hex').slice(0, 8),
    timestamp: Date.now(),
    entry: `/${main.file}`,
    heads: Object.fromEntries([
      ['', tags(filesOf())],
      ...screens.map(({ name, key }) => [name, tags(filesOf(key))]),
    ]),
    chunks: Object.fromEntries(screens.map(({ name, key }) => [name, filesOf(key).scripts])),
  }
}

/** A screen is called as the table of routes calls it: `checkout-address` holds `checkoutAddress`. */
const screenOf = (folder: string) => folder.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The files of these modules and all that they import, so that the browser asks for them in one go. */
function collect(manifest: Manifest, keys: string[]) {
  const seen = new Set<string>()
  const scripts = new Set<string>()
  // The first stylesheet belongs to no chunk, the second to all that wait for it.
  const first = Object.values(manifest).find(({ file }) => isFirstSheet(file))?.file
  const styles = new Set(first ? [`/${first}`] : [])
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    scripts.add(`/${chunk.file}`)
    if (first && chunk.name === LATE_STYLES) styles.add(`/${laterSheet(first)}`)
    chunk.imports?.forEach(add)
    for (const style of chunk.css ?? []) styles.add(`/${style}`)
  }
  keys.forEach(add)
  return { scripts: [...scripts], styles: [...styles] }
}

const tags = ({ scripts, styles }: ReturnType<typeof collect>) =>
  [
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    // The largest picture and the fonts come first: the page stands without scripts.
    ...scripts.map((href) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`),
  ].join('')

const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.txt', '.map', '.ttf', '.ico'])

/** Puts a brotli and a gzip file beside every file that gets smaller by it. */
export async function compressFiles(folder: string) {
  const names = await readdir(folder)
  await Promise.all(
    names.filter((name) => COMPRESSIBLE.has(extname(name))).map((name) => compress(join(folder, name))),
  )
}

async function compress(file: string) {
  const bytes = await readFile(file)
  const packed = {
    br: await promisify(brotliCompress)(bytes, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    gz: await promisify(gzip)(bytes, { level: 9 }),
  }
  for (const [ending, smaller] of Object.entries(packed)) {
    if (smaller.length < bytes.length) await writeFile(`${file}.${ending}`, smaller)
  }
}
