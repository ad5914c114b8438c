import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { Manifest } from 'vite'
import { isFirstSheet, LATE_STYLES, laterSheet } from './vite-plugins/late-styles.ts'
import { LAYERS } from './vite-plugins/layer-order.ts'

/** What the server needs to know about a build; `dist/build.json`. */
export type BuildInfo = {
  id: string
  /** Build time in milliseconds since the epoch. */
  timestamp: number
  /** URL of the browser's entry module. */
  entry: string
  /** Tags of a screen's styles, by screen. The empty name is for pages without a view. */
  heads: Record<string, string>
  /** Tag of the second stylesheet, for a document that contains elements of lazily loaded components with late styles. */
  lateStyles: string
  /** URLs of each screen's chunks, which the document's start script requests. The empty name as above. */
  chunks: Record<string, string[]>
  /** Names of the files below `/assets/`. */
  assets: string[]
  /** File names of previous builds that are still served, latest first. */
  previous?: string[][]
}

/** Reads Vite's manifest: chunks of screens are those whose source is `…/screens/{folder}/view.tsx`. */
export function describeBuild(clientFolder: string, entry: string): Omit<BuildInfo, 'assets'> {
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
    // The manifest contains the content hash of every file, so its hash identifies the build.
    id: createHash('sha256').update(text).digest('hex').slice(0, 8),
    timestamp: Date.now(),
    entry: `/${main.file}`,
    heads: Object.fromEntries([
      ['', tags(filesOf())],
      ...screens.map(({ name, key }) => [name, tags(filesOf(key))]),
    ]),
    lateStyles: styleTag(laterSheet(`/${firstSheetOf(manifest)}`)),
    chunks: Object.fromEntries([
      ['', filesOf().scripts],
      ...screens.map(({ name, key }) => [name, filesOf(key).scripts]),
    ]),
  }
}

/** The screen's name in the route table: folder `checkout-address` is screen `checkoutAddress`. */
const screenOf = (folder: string) => folder.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The files of these modules and of everything they import, so that the browser requests them at once. */
function collect(manifest: Manifest, keys: string[]) {
  const seen = new Set<string>()
  const scripts = new Set<string>()
  // The first stylesheet belongs to no chunk, the second to every chunk that waits for it.
  const first = firstSheetOf(manifest)
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

const firstSheetOf = (manifest: Manifest) =>
  Object.values(manifest).find(({ file }) => isFirstSheet(file))?.file

const styleTag = (href: string) => `<link rel="stylesheet" href="${href}">`

const tags = ({ styles }: ReturnType<typeof collect>) => styles.map(styleTag).join('')

const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.txt', '.map', '.ttf', '.ico'])

/**
 * Writes a brotli and a gzip file beside every file that compression makes smaller.
 * @throws when a stylesheet does not begin with the order of layers: whichever style came first would lose to all others
 */
export async function compressFiles(folder: string) {
  const names = await readdir(folder)
  for (const name of names.filter((name) => name.endsWith('.css')))
    if (!(await readFile(join(folder, name), 'utf8')).startsWith(LAYERS))
      throw new Error(`${name} does not begin with ${LAYERS} Its build lacks the plugin layerOrder.`)
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
