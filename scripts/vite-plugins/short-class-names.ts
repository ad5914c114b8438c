import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const REST = `${UPPER}${UPPER.toLowerCase()}0123456789_-`

/**
 * Generates class names of one or two letters for CSS modules, because each name occurs in the stylesheet, the scripts and every
 * page. They are numbered in source order, the back office last, so that both bundles generate the same ones. They start with a capital, unlike global
 * classes (`wide`, a slug).
 */
export function shortClassNames(root: string) {
  const known = new Map<string, string>()
  const files = globSync('src/**/*.module.css', { cwd: root }).sort()
  for (const file of [...files.filter((file) => !isOffice(file)), ...files.filter(isOffice)]) {
    const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    for (const [, name] of text.matchAll(/\.([A-Za-z][\w-]*)/g)) {
      const key = `${file} ${name}`
      if (!known.has(key)) known.set(key, nameOf(known.size))
    }
  }
  return (name: string, file: string) => {
    const key = `${relative(root, file.replace(/\?.*$/, '')).replaceAll('\\', '/')} ${name}`
    // A file outside the sources, such as a test's, gets a hash.
    return known.get(key) ?? `X${createHash('sha256').update(key).digest('hex').slice(0, 8)}`
  }
}

const isOffice = (file: string) => file.startsWith(join('src', 'admin'))

/** A, B … Z, AA … A-, BA …; three letters after all two-letter names. */
export function nameOf(count: number): string {
  if (count < UPPER.length) return UPPER.charAt(count)
  const next = count - UPPER.length
  return nameOf(Math.floor(next / REST.length)) + REST.charAt(next % REST.length)
}
