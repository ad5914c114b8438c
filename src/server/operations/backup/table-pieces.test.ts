import { expect, test } from 'vitest'
import { checkTables } from './table-pieces.ts'

const tables = [
  { name: 'mugs', columns: ['id', 'name'] },
  { name: 'notes', columns: ['text'] },
]

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const rows = Buffer.from('1\tTerra \\\\ é ₹ 😀\n2\t\\N\n3\t\n')

test.for([1, 2, 3, 1000])('rows are counted across pieces of %i bytes', async (size) => {
  const check = checkTables(tables)
  for (let number = 1, at = 0; at < rows.length; number += 1, at += size)
    await check.add({ table: 'mugs', number }, inPieces(rows.subarray(at, at + size), 1))
  await check.add({ table: 'notes', number: 1 }, inPieces(Buffer.from('\n\n'), 10))
  check.end()

  expect([check.rowsOf('mugs'), check.rowsOf('notes'), check.rowsOf('none')]).toEqual([3, 2, 0])
})

test.for<[string, string, string | Buffer]>([
  ['a row without its end', 'row 2 of the table mugs is cut off', '1\tTerra\n2'],
  ['an empty last row', 'row 2 of the table mugs has 1 values for 2 columns', '1\tTerra\n\n'],
  ['a further value', 'row 1 of the table mugs has 3 values for 2 columns', '1\tTerra\t\n'],
  ['a NUL byte', 'row 1 of the table mugs contains a NUL byte', '1\tTer\0ra\n'],
  ['an escaped NUL', 'row 1 of the table mugs has an unknown escape', '1\tTer\\000ra\n'],
  ['half an escape', 'row 1 of the table mugs is cut off', '1\tTerra\\'],
  ['an escaped end', 'row 1 of the table mugs has an unknown escape', '1\tTerra\\\n'],
  ['half a character', 'text that is not UTF-8', Buffer.from([0x31, 0x09, 0xe2, 0x82, 0x0a])],
])('%s is refused', async ([, problem, content]) => {
  for (const size of [1, 1000]) {
    const check = checkTables(tables)
    const reading = async () => {
      await check.add({ table: 'mugs', number: 1 }, inPieces(Buffer.from(content), size))
      check.end()
    }
    await expect(reading()).rejects.toThrow(problem)
  }
})

test.for<[string, [string, number][]]>([
  ['without its first piece', [['mugs', 2]]],
  [
    'without its second piece',
    [
      ['mugs', 1],
      ['mugs', 3],
    ],
  ],
  [
    'with a piece twice',
    [
      ['mugs', 1],
      ['mugs', 1],
    ],
  ],
  [
    'with a piece after another table',
    [
      ['mugs', 1],
      ['notes', 1],
      ['mugs', 2],
    ],
  ],
  ['that is not described', [['cups', 1]]],
])('a table %s is refused', async ([, pieces]) => {
  const check = checkTables(tables)
  const reading = async () => {
    for (const [table, number] of pieces)
      await check.add({ table, number }, inPieces(Buffer.from(table === 'mugs' ? '1\t\n' : '\n'), 10))
  }
  await expect(reading()).rejects.toMatchObject({ name: 'BackupError' })
})
