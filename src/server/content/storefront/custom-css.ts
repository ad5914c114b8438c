import type { CssNode, List, ListItem } from 'css-tree'

export const MAX_CUSTOM_CSS_BYTES = 50 * 1024

export type CheckedCss = { css: string; problems: string[] }

/** At-rules that only style this page. The others fetch (`@import`), or change how the rest is read (`@charset`, `@namespace`). */
const AT_RULES = new Set([
  'container',
  'counter-style',
  'font-face',
  'font-feature-values',
  'keyframes',
  'layer',
  'media',
  'property',
  'scope',
  'starting-style',
  'supports',
])

/** Run code in old browsers. */
const SCRIPT_PROPERTIES = new Set(['behavior', '-moz-binding'])
const SCRIPT_FUNCTIONS = new Set(['expression'])
/** Load a file that a string names. */
const LOADING_FUNCTIONS = /^(?:-webkit-)?image-set$|^(?:src|image|url)$/

/**
 * Checks the merchant's own CSS and returns it minified, in a cascade layer after the theme's. Only what the parser has understood
 * is returned, so that a stray brace cannot leave the layer. ADR 0049; security §11.
 *
 * @returns problems with their line numbers; with any, `css` is empty.
 */
export async function checkCustomCss(source: string): Promise<CheckedCss> {
  if (Buffer.byteLength(source) > MAX_CUSTOM_CSS_BYTES)
    return { css: '', problems: [`The CSS is larger than ${MAX_CUSTOM_CSS_BYTES / 1024} KB`] }
  // Imported on use: a running shop needs the parser only while the CSS is changed.
  const { generate, parse, walk } = await import('css-tree')
  const problems = new Map<number, string>()
  const report = (line: number, problem: string) => {
    if (!problems.has(line)) problems.set(line, `Line ${line}: ${problem}`)
  }
  for (const [at, line] of source.split('\n').entries())
    if (line.includes('</')) report(at + 1, '"</" is not allowed')
  // css-tree 3.2.1 keeps its token buffer between calls and reads the entry at `source.length`, which may be of an earlier, longer text.
  // An opening bracket there makes `parse` loop without end; semicolons overwrite it.
  parse(';'.repeat(source.length + 1), { context: 'declarationList' })
  const tree = parse(source, {
    positions: true,
    parseCustomProperty: true,
    onParseError: ({ line, message }: { line?: number; message: string }) => report(line ?? 1, message),
  })
  walk(tree, (node) => {
    const problem = problemOf(node)
    if (problem) report(node.loc?.start.line ?? 1, problem)
  })
  if (problems.size > 0)
    return { css: '', problems: [...problems].toSorted(([a], [b]) => a - b).map(([, problem]) => problem) }
  // The parser keeps comments that begin with an exclamation mark.
  walk(tree, {
    visit: 'Comment',
    enter: (_node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) => void list?.remove(item),
  })
  const css = generate(tree)
  return { css: css && `@layer custom{${css}}`, problems: [] }
}

function problemOf(node: CssNode): string | undefined {
  switch (node.type) {
    case 'Raw':
      return `"${node.value.trim().slice(0, 40)}" could not be read`
    case 'CDO':
    case 'CDC':
      return 'HTML comments are not allowed: use /* … */'
    case 'Atrule':
      return AT_RULES.has(node.name.toLowerCase().replace(/^-(?:webkit|moz)-/, ''))
        ? undefined
        : `@${node.name} is not allowed`
    case 'Declaration':
      return SCRIPT_PROPERTIES.has(node.property.toLowerCase()) || isEscaped(node.property)
        ? `${node.property} is not allowed`
        : undefined
    case 'Url':
      return isOwn(node.value)
        ? undefined
        : `url(${node.value.slice(0, 60)}) is not a file of this shop: use /media/…`
    case 'Function':
      return problemOfFunction(node.name.toLowerCase(), node.children.toArray())
  }
}

function problemOfFunction(name: string, children: readonly CssNode[]): string | undefined {
  if (SCRIPT_FUNCTIONS.has(name) || isEscaped(name)) return `${name}() is not allowed`
  if (!LOADING_FUNCTIONS.test(name)) return undefined
  const other = children.find((child) => child.type === 'String' && !isOwn(child.value))
  return other && `${name}() may only name files of this shop: use /media/…`
}

/** Another spelling of a name, `u\72l` for `url`, which would not be recognised here. */
const isEscaped = (name: string) => name.includes('\\')

/** A path of this shop, or a picture inside the CSS. Backslashes would be read as slashes. */
const isOwn = (url: string) =>
  /^\/(?!\/)[^\\]*$/.test(url) || /^data:image\/[a-z+]+[;,]/i.test(url) || /^#/.test(url)
