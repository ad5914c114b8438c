import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { parseSync } from 'vite'
import { identifiers, type Phrase, phrases } from './language-rules.ts'

export type LanguageViolation = { file: string; line: number; found: string; instead: string }

type Prose = { line: number; text: string }

/**
 * Finds phrases that are hard to search for or to understand, in comments, test titles and documents, and identifiers that have
 * been replaced by a standard term (`language-rules.ts`).
 *
 * @param file path of the text; its extension selects the parser
 */
export function findLanguageViolations(file: string, text: string): LanguageViolation[] {
  return [
    ...proseOf(file, text).flatMap(({ line, text: prose }) => violationsIn(prose, file, line)),
    ...namesIn(file, text).flatMap(({ line, text: name }) => violationsIn(name, file, line, identifiers)),
  ]
}

function violationsIn(prose: string, file: string, line: number, list: readonly Phrase[] = phrases) {
  return list.flatMap(({ pattern, instead }) =>
    [...prose.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map((match) => ({
      file,
      line: line + prose.slice(0, match.index).split('\n').length - 1,
      found: match[0],
      instead,
    })),
  )
}

/** The parts of a file that people read. */
function proseOf(file: string, text: string): Prose[] {
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  switch (extname(file)) {
    case '.ts':
    case '.tsx': {
      const { comments, program } = parseSync(file, text)
      const ofComments = comments
        .filter(({ value }) => !/^\s*biome-ignore/.test(value))
        .map(({ start, value }) => ({ line: lineAt(start), text: value }))
      const isTest = /\.(test|spec)\.tsx?$/.test(file)
      return [...ofComments, ...(isTest ? titlesIn(program, lineAt) : [])]
    }
    case '.css':
      return [...text.matchAll(/\/\*([\s\S]*?)\*\//g)].map(({ index, 1: value = '' }) => ({
        line: lineAt(index),
        text: value,
      }))
    case '.sql':
      return [...text.matchAll(/--(.*)/g)].map(({ index, 1: value = '' }) => ({
        line: lineAt(index),
        text: value,
      }))
    case '.md':
      // Code is not prose.
      return [{ line: 1, text: withoutCode(text) }]
    case '.csv':
      return [{ line: 1, text }]
    default:
      return []
  }
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** Calls `visit` for every node of a syntax tree. */
function walk(tree: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(tree)) for (const one of tree) walk(one, visit)
  else if (typeof tree === 'object' && tree !== null) {
    if ('type' in tree) visit(tree as Node)
    for (const child of Object.values(tree)) walk(child, visit)
  }
}

/** The titles of `test`, `it` and `describe`, also of `test.each([…])(title, …)`. */
function titlesIn(program: unknown, lineAt: (offset: number) => number): Prose[] {
  const found: Prose[] = []
  walk(program, (node) => {
    if (node.type !== 'CallExpression' || !isTestFunction(node.callee as Node)) return
    const [title] = node.arguments as Node[]
    const text =
      title?.type === 'TemplateLiteral'
        ? (title.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('…')
        : title?.value
    if (title && typeof text === 'string') found.push({ line: lineAt(title.start), text })
  })
  return found
}

function isTestFunction(callee: Node): boolean {
  const inner = {
    MemberExpression: callee.object,
    CallExpression: callee.callee,
    TaggedTemplateExpression: callee.tag,
  }[callee.type]
  if (inner) return isTestFunction(inner as Node)
  return callee.type === 'Identifier' && /^(test|it|describe)$/.test(String(callee.name))
}

/** The identifiers of a file that could break a rule; most files have none, and are not parsed. */
function namesIn(file: string, text: string): Prose[] {
  if (!/\.tsx?$/.test(file) || !identifiers.some(({ pattern }) => pattern.test(text))) return []
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const found: Prose[] = []
  walk(parseSync(file, text).program, ({ type, start, name }) => {
    if (/Identifier$/.test(type)) found.push({ line: lineAt(start), text: String(name) })
  })
  return found
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ')
const withoutCode = (text: string) => text.replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)\n]*\)/g, blank)

/** Later commits are checked. Advance it when a merged subject can no longer be reworded. */
const LAST_UNCHECKED_COMMIT = '5b327f8'

function commitViolations(root: string): LanguageViolation[] {
  const log = git(root, ['log', '--no-merges', '--format=%h %s', `${LAST_UNCHECKED_COMMIT}..HEAD`])
  return (log ?? '')
    .split('\n')
    .filter(Boolean)
    .flatMap((entry) => violationsIn(entry.slice(entry.indexOf(' ') + 1), `commit ${entry.split(' ')[0]}`, 1))
}

/** Undefined without git or its history: an archive of the sources, a shallow clone. */
function git(cwd: string, args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}

/** The project's files; without git, all files outside of folders that hold no sources. */
function listFiles(root: string): string[] {
  const listed = git(root, ['ls-files', '--cached', '--others', '--exclude-standard'])
  return (
    listed?.split('\n') ??
    globSync('**/*', { cwd: root, exclude: ['node_modules', 'dist', 'data', 'test-results', '.*'] })
  )
}

/**
 * The spec is quoted word for word; the rules name what they forbid. The checksum of an applied migration covers its
 * comments, so they cannot be changed.
 */
const EXEMPT =
  /^(docs\/spec\.md|(.*\/)?migrations\/.*\.sql|scripts\/(language-rules|check-language\.test)\.ts|THIRD-PARTY\.md|LICENSE)$/

/**
 * The violations of a project's files, and of its commit subjects when all files are checked.
 *
 * @param chosen beginnings of paths; empty: all files
 */
export function checkProject(root: string, chosen: readonly string[] = []) {
  const files = listFiles(root)
    .filter((file) => !EXEMPT.test(file) && /\.(tsx?|css|sql|md)$|^docs\/.*\.csv$/.test(file))
    .filter((file) => chosen.length === 0 || chosen.some((path) => file.startsWith(path)))
  const violations = [
    ...files.flatMap((file) => findLanguageViolations(file, read(join(root, file)))),
    ...(chosen.length === 0 ? commitViolations(root) : []),
  ]
  return { files, violations }
}

const started = process.argv[1]
if (started && realpathSync(started) === import.meta.filename) {
  const { files, violations } = checkProject(dirname(import.meta.dirname), process.argv.slice(2))
  for (const { file, line, found, instead } of violations)
    console.log(`${file}:${line}  "${found}": write ${instead}`)
  console.log(`${files.length} files, ${violations.length} violations`)
  process.exitCode = violations.length > 0 ? 1 : 0
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // Deleted in the work tree, still in the index.
    return ''
  }
}
