import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { csvFile, csvLines } from './csv.ts'

test.for(['=1+1', '+1', '-1+1', '@sum', '\tx', '\rx', '＝1', '＋1', '－1', '＠a'])(
  'a cell that a spreadsheet would run is text: %j',
  async (cell) => {
    expect(csvLines([[cell, 'b']])).toMatch(/^"?'/)
    expect(await text(csvFile([[{ note: cell }]]))).toMatch(/^\ufeffnote\r\n"?'/)
  },
)

test('a negative number stays one', () => {
  expect(csvLines([['-84.74', '-5']])).toBe('-84.74,-5\r\n')
})

test('cells with separators, quotes and line ends are quoted; a file without rows has its header', async () => {
  expect(csvLines([['a,b', 'say "x"', 'one\ntwo', 'plain', '']])).toBe(
    '"a,b","say ""x""","one\ntwo",plain,\r\n',
  )
  expect(await text(csvFile([], ['code', 'title']))).toBe('\ufeffcode,title\r\n')
})

test('a row that lacks a column has an empty cell', async () => {
  expect(await text(csvFile([[{ a: '1' }], [], [{ b: '2' }]], ['a', 'b']))).toBe('\ufeffa,b\r\n1,\r\n,2\r\n')
})

test('the columns of a file in pieces are those of its first row', async () => {
  expect(await text(csvFile([[], [{ a: '1', b: '2' }], [{ b: '4', a: '3' }]]))).toBe(
    '\ufeffa,b\r\n1,2\r\n3,4\r\n',
  )
})
