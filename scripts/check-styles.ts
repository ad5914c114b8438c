import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const rules: { pattern: RegExp; message: string }[] = [
  {
    pattern: /@media[^{]*\d(px|rem|em)\b/,
    message: 'names a width: use a breakpoint of src/ui/breakpoints.ts, such as @media (--from-tablet)',
  },
  {
    pattern: /matchMedia\(\s*['"`][^'"`]*\d(px|rem|em)\b/,
    message: 'names a width: use mediaQuery of src/ui/breakpoints.ts',
  },
  {
    pattern: /(?<![\w-])(margin|padding|border|inset|scroll-margin|scroll-padding)-(left|right)\b/,
    message: 'is physical: use -inline-start or -inline-end',
  },
  {
    pattern: /(?<![\w-])(left|right)\s*:/,
    message: 'is physical: use inset-inline-start or inset-inline-end',
  },
  {
    pattern: /(?<![\w-])(text-align|float|clear)\s*:\s*(left|right)\b/,
    message: 'is physical: use start or end',
  },
  {
    pattern: /(?<![\w-])border-(top|bottom)-(left|right)-radius/,
    message: 'is physical: use border-start-start-radius and its like',
  },
  {
    pattern: /:has\([^{]*\) +[a-z]+(?=[\s,:.[{]|$)/,
    message:
      'recalculates all elements of that name whenever the page adds one: name a class or set a variable instead',
  },
]

/** Lines of CSS and of scripts that name a width outside `src/ui/breakpoints.ts` or a physical side, as `file:line what`. */
export function findStyleViolations(file: string, text: string): string[] {
  const isCss = file.endsWith('.css')
  return withoutComments(text)
    .split('\n')
    .flatMap((line, at) => {
      const found = isCss
        ? [...brokenBy(line), ...uneven(line)]
        : brokenBy(line.match(/matchMedia\(.*/)?.[0] ?? '')
      return found.map((message) => `${file}:${at + 1} ${message}`)
    })
}

const brokenBy = (line: string) =>
  rules.flatMap(({ pattern, message }) => (pattern.test(line) ? [`${line.trim()} ${message}`] : []))

/** A shorthand of four values sets the left and the right side; equal values are no matter of direction. */
function uneven(line: string): string[] {
  const values = /^\s*(?:margin|padding|inset):\s*([^;]+);/.exec(line)?.[1]
  const [, right, , left] = values ? splitValues(values) : []
  if (left === undefined || left === right) return []
  return [`${line.trim()} is physical: use -block and -inline`]
}

/** Splits at spaces outside parentheses, which may be nested. */
function splitValues(values: string) {
  let flat = values
  while (/\([^()]*\)/.test(flat)) flat = flat.replace(/\([^()]*\)/g, (inner) => inner.replace(/[()\s]/g, '_'))
  return flat.trim().split(/\s+/)
}

/** Keeps the lines, so that their numbers stay right. */
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))

/**
 * Classes that a script reads from a CSS module which does not have them: React leaves such an attribute out without a word, as
 * `file: css.name`. Type checks do not see it, because a module's classes are any names to TypeScript.
 *
 * @param readCss the text of a style sheet by its path, relative to the folder of the script
 */
export function findMissingClasses(file: string, text: string, readCss: (path: string) => string): string[] {
  const imports = /^import (\w+) from '([^']+\.module\.css)'$/gm
  const code = text.replace(/^import .*$/gm, '')
  return [...text.matchAll(imports)].flatMap(([, name = '', path = '']) => {
    const classes = new Set(withoutComments(readCss(path)).match(/(?<=\.)[a-z]\w*/gi))
    const reads = new Set(code.match(new RegExp(`(?<![\\w.])${name}\\.\\w+`, 'g')))
    return [...reads]
      .filter((read) => !classes.has(read.slice(name.length + 1)))
      .map((read) => `${file}: ${read} is not in ${path}`)
  })
}

/** All violations of the shop's styles. */
export const checkStyles = (root: string): string[] =>
  globSync('{src,examples}/**/*.{css,ts,tsx}', { cwd: root })
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const readCss = (path: string) => readFileSync(join(root, dirname(file), path), 'utf8')
      return [...findStyleViolations(file, text), ...findMissingClasses(file, text, readCss)]
    })
