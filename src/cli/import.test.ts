import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { importShop } from '#server/catalog/importing/import-shop.test-support.ts'
import { noPlugins } from '../server/shop/plugins/registry.ts'
import { runExport } from './export.ts'
import { runImport } from './import.ts'

const { db, files } = await importShop()
const folder = await mkdtemp(join(tmpdir(), 'vitrine-cli-test-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(...argv: string[]) {
  const lines: string[] = []
  const services = {
    db,
    plugins: noPlugins,
    files,
    storeUrl: 'https://shop.example',
    print: (line: string) => void lines.push(line),
  }
  return { code: await runImport(services, argv), lines }
}

test('import prints each refused row with line, column and reason, and a summary', async () => {
  const file = join(folder, 'a.csv')
  await writeFile(file, 'Handle,Title,Variant SKU,Variant Price,Odd\npen,Pen,P-1,5,\nnib,Nib,N-1,x,\n')

  const dry = await run(file, '--dry-run')
  const wet = await run(file)

  expect(wet.code).toBe(1)
  expect(wet.lines[0]).toBe('line 3, Variant Price: refused: The price “x” is not a price')
  expect(wet.lines).toContain('products: 1 new, 0 changed, 0 unchanged, 1 refused')
  expect(wet.lines).toContain('columns not used: 1 (Odd)')
  expect(dry.lines.find((line) => line.startsWith('Shopify file, 2 rows'))).toMatch(/nothing was changed$/)
  const log = await db.selectFrom('audit_log').select(['actor', 'action', 'record_id', 'after']).execute()
  expect(log).toEqual([
    {
      actor: expect.stringMatching(/^cli:/),
      action: 'product.import',
      record_id: 'a.csv',
      after: { file_name: 'a.csv', rows: 2 },
    },
  ])
})

test('import explains what is wrong with the command or the file', async () => {
  expect(await run()).toMatchObject({ code: 2, lines: [expect.stringContaining('Usage')] })
  expect(await run('a.csv', '--force')).toMatchObject({ code: 2 })
  expect(await run(join(folder, 'none.csv'))).toMatchObject({
    code: 2,
    lines: [expect.stringContaining('ENOENT')],
  })
  await writeFile(join(folder, 'b.csv'), 'a,b\n1,2\n')
  expect(await run(join(folder, 'b.csv'))).toMatchObject({
    code: 2,
    lines: [expect.stringContaining('Shopify')],
  })
})

test('export writes the same CSV to a file and to the standard output', async () => {
  const output = new PassThrough()
  const services = { db, storeUrl: 'https://shop.example', print: () => {}, output }
  const file = join(folder, 'out.csv')

  expect(await runExport(services, [file])).toBe(0)
  const written = text(output)
  expect(await runExport(services, [])).toBe(0)
  output.end()

  expect(await written).toBe(await readFile(file, 'utf8'))
  expect(await runExport(services, ['--all'])).toBe(2)
})
