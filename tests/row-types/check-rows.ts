import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { columnTypes } from '../../scripts/schema-text.ts'
import type { DescribedColumn } from './describe-statement.ts'
import type { StatementSource } from './statement-sources.ts'

const declarations = `
type RowProblem<Declared, Column extends { type: unknown; nullable: string }> =
  [NonNullable<Declared>] extends [Column['type']]
    ? null extends Declared
      ? unknown extends Declared ? never : Column['nullable'] extends 'no' ? 'is declared as null, but is never null' : never
      : Column['nullable'] extends 'yes' ? 'may be null' : never
    : { 'is declared as': Declared; 'but read as': Column['type'] }
type ColumnProblem<Row, Columns, Name> =
  Name extends keyof Columns
    ? Name extends keyof Row
      ? Columns[Name] extends { type: unknown; nullable: string } ? RowProblem<Row[Name], Columns[Name]> : never
      : 'is selected, but not declared'
    : 'is declared, but not selected'
type RowProblems<Row, Columns> = {
  [Name in keyof Row | keyof Columns as [ColumnProblem<Row, Columns, Name>] extends [never] ? never : Name]: ColumnProblem<Row, Columns, Name>
}
type NameIfRowFits<Row, Columns> =
  [keyof Row] extends [never] ? string : [keyof RowProblems<Row, Columns>] extends [never] ? string
    : RowProblems<Row, Columns> extends infer Problems ? { [Name in keyof Problems]: Problems[Name] } : never
`

/**
 * Compares the declared row type of every statement with its described columns through the TypeScript compiler, so that every way
 * to write a type works: in a copy of the sources, each call of \`prepared\` becomes a call of a function that accepts the name
 * only when the row type fits.
 *
 * @returns the compiler's errors, one for each statement that does not fit.
 */
export async function checkRows(
  project: string,
  sources: readonly StatementSource[],
  described: ReadonlyMap<string, readonly DescribedColumn[]>,
): Promise<string[]> {
  const copy = await mkdtemp(join(tmpdir(), 'vitrine-rows-'))
  try {
    for (const part of ['package.json', 'tsconfig.json', 'src'])
      await cp(join(project, part), join(copy, part), { recursive: true })
    await symlink(join(project, 'node_modules'), join(copy, 'node_modules'))
    for (const { file, text, calls } of sources) {
      let checked = text
      for (const { name, start, end } of calls.toReversed())
        checked = `${checked.slice(0, start)}__statements[${JSON.stringify(name)}]${checked.slice(end)}`
      await mkdir(dirname(join(copy, file)), { recursive: true })
      await writeFile(join(copy, file), checked)
    }
    await writeFile(join(copy, 'statements.d.ts'), statementsText(described))
    await writeFile(
      join(copy, 'tsconfig.rows.json'),
      JSON.stringify({
        extends: './tsconfig.json',
        compilerOptions: { noErrorTruncation: true, noUnusedLocals: false, noUnusedParameters: false },
        include: [],
        files: ['statements.d.ts', ...sources.map(({ file }) => file)],
      }),
    )
    return await compile(copy)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

function statementsText(described: ReadonlyMap<string, readonly DescribedColumn[]>) {
  const members = [...described].map(([name, columns]) => {
    const row = columns.map(
      ({ name: column, type, nullable }) =>
        `${JSON.stringify(column)}: { type: ${typeOf(name, type)}; nullable: ${JSON.stringify(nullable)} }`,
    )
    return `  ${JSON.stringify(name)}: <Row extends object = Record<never, never>>(name: NameIfRowFits<Row, { ${row.join('; ')} }>, text: string) =>
    import('./src/server/platform/db/prepared.ts').PreparedStatement<Row>`
  })
  return `${declarations}\ndeclare const __statements: {\n${members.join('\n')}\n}\n`
}

function typeOf(statement: string, type: string) {
  const isArray = type.startsWith('_')
  const known = columnTypes[isArray ? type.slice(1) : type]
  if (type === 'void') return 'unknown'
  if (!known)
    throw new Error(`The statement "${statement}" has a column of type ${type} without a known column parser`)
  // The database does not know the shape of json.
  if (known === 'Json') return 'unknown'
  return isArray ? `readonly (${known} | null)[]` : known
}

const compile = (folder: string) =>
  new Promise<string[]>((resolve, reject) => {
    const compiler = join(folder, 'node_modules/typescript/bin/tsc')
    execFile(
      process.execPath,
      [compiler, '-p', join(folder, 'tsconfig.rows.json'), '--pretty', 'false', '--checkers', '1'],
      { cwd: folder, maxBuffer: 16 * 1024 * 1024 },
      (error, output, messages) => {
        if (error && typeof error.code !== 'number') return reject(error)
        if (messages) return reject(new Error(messages))
        // Continuation lines are indented.
        resolve(output.split(/\n(?=\S)/).filter((line) => line.trim() !== ''))
      },
    )
  })
