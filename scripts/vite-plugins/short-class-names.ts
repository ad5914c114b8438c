import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const REST = `${UPPER}${UPPER.toLowerCase()}0123456789_-`

/**
 * Names of one or two letters for the classes of CSS modules: every one of them stands in the stylesheet, in the scripts and in each
 * page. Both bundles must find the same ones, so they are counted through the sources. A capital comes first: classes of the page
 * itself (`wide`, a slug) never look so.
 */
export function shortClassNames(root: string) {
  const known = new Map<string, string>()
  for (const file of globSync('src/**/*.module.css', { cwd: root }).sort()) {
    const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    for (const [, name] of text.matchAll(/\.([A-Za-z][\w-]*)/g)) {
      const key = `${file} ${name}`
      if (!known.has(key)) known.set(key, nameOf(known.size))
    }
  }
  return (name: string, file: string) => {
    const key = `${relative(root, file.replace(/\?.*$/, '')).replaceAll('\\', '/')} ${name}`
    // From elsewhere, such as a test's: told apart as anybody else does.
    return known.get(key) ?? `X${createHash('sha256').update(key).digest('hex').slice(0, 8)}`
  }
}

/** A, B … Z, AA … A-, BA … Three letters where two are used up. */
export function nameOf(count: number): string {
  if (count < UPPER.length) return UPPER.charAt(count)
  const next = count - UPPER.length
  return nameOf(Math.floor(next / REST.length)) + REST.charAt(next % REST.length)
}
