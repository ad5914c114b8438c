import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync } from 'vite'

export type StatementCall = {
  name: string /** Position of `prepared` in the source. */
  start: number
  end: number
}
export type StatementSource = { file: string; text: string; calls: StatementCall[] }

/**
 * All calls of `prepared` in the shop's sources.
 *
 * @throws when a statement's name is not a literal, because its row type cannot be matched with a statement then.
 */
export async function readStatementSources(project: string): Promise<StatementSource[]> {
  const files = (await readdir(join(project, 'src'), { recursive: true })).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  const sources = await Promise.all(
    files.map(async (file) =>
      readStatements(`src/${file}`, await readFile(join(project, 'src', file), 'utf8')),
    ),
  )
  return sources.filter(({ calls }) => calls.length > 0)
}

export function readStatements(file: string, text: string): StatementSource {
  const calls: StatementCall[] = []
  if (!/\bprepared\b.*db\/prepared\.ts|\bprepared\b.*\.\/prepared\.ts/.test(text))
    return { file, text, calls }
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  for (const { callee, arguments: given } of callsIn(program)) {
    if (callee.type !== 'Identifier' || callee.name !== 'prepared') continue
    const [name] = given
    if (name?.type !== 'Literal' || typeof name.value !== 'string')
      throw new Error(`${file}: the name of a prepared statement must be a literal string`)
    calls.push({ name: name.value, start: callee.start, end: callee.end })
  }
  return { file, text, calls }
}

type Node = { type: string; name?: string; value?: unknown; start: number; end: number }
type CallNode = Node & { callee: Node; arguments: Node[] }

function* callsIn(node: unknown): Generator<CallNode> {
  if (typeof node !== 'object' || node === null) return
  if ((node as Node).type === 'CallExpression') yield node as CallNode
  for (const child of Object.values(node)) yield* callsIn(child)
}
