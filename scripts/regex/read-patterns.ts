import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { shippedFiles } from '../shipped-files.ts'

/** A regular expression of the source; `text` is how it is written: `/^a+$/u`. */
export type Pattern = { text: string; source: string; flags: string; file: string }

/** `new RegExp(…)` of anything but a text: the expression as it is written. */
export type BuiltPattern = { text: string; file: string }

export type Patterns = { literal: Pattern[]; built: BuiltPattern[] }

/** The patterns of one file, from its syntax tree. */
export function patternsIn(file: string, text: string): Patterns {
  const found: Patterns = { literal: [], built: [] }
  const add = (source: string, flags: string) =>
    void found.literal.push({ text: `/${source}/${flags}`, source, flags, file })
  const construct = (node: Construction) => {
    if (text.slice(node.callee.start, node.callee.end) !== 'RegExp') return
    const [source, flags] = node.arguments
    if (isText(source) && (flags === undefined || isText(flags))) add(source.value, flags?.value ?? '')
    else found.built.push({ text: text.slice(node.start, node.end), file })
  }
  const visitor = new Visitor({
    Literal(node) {
      if ('regex' in node) add(node.regex.pattern, node.regex.flags)
    },
    NewExpression: construct,
    CallExpression: construct,
  })
  visitor.visit(parseSync(file, text).program)
  return found
}

type Construction = {
  callee: { start: number; end: number }
  arguments: readonly { type: string; value?: unknown }[]
  start: number
  end: number
}

const isText = (
  node: { type: string; value?: unknown } | undefined,
): node is { type: string; value: string } => node?.type === 'Literal' && typeof node.value === 'string'

/** All patterns of the code that is shipped. */
export function readPatterns(): Patterns {
  const all = shippedFiles().map((file) => patternsIn(file, readFileSync(file, 'utf8')))
  return { literal: all.flatMap(({ literal }) => literal), built: all.flatMap(({ built }) => built) }
}
