import { expect, test } from 'vitest'
import { csvFile, csvLines } from './csv.ts'

test.for(['=1+1', '+1', '-1', '@sum', '\tx', '\rx', '＝1', '＋1', '－1', '＠a'])(
  'a cell that a spreadsheet would run is text: %j',
  (cell) => {
    expect(csvLines([[cell, 'b']])).toMatch(/^"?'/)
    expect(csvFile([{ note: cell }]).toString()).toMatch(/^\ufeffnote\r\n"?'/)
  },
)

test('cells with separators, quotes and line ends are quoted; a file without rows has its header', () => {
  expect(csvLines([['a,b', 'say "x"', 'one\ntwo', 'plain', '']])).toBe(
    '"a,b","say ""x""","one\ntwo",plain,\r\n',
  )
  expect(csvFile([], ['code', 'title']).toString()).toBe('\ufeffcode,title\r\n')
})

test('a row that lacks a column has an empty cell', () => {
  expect(csvFile([{ a: '1' }, { b: '2' }], ['a', 'b']).toString()).toBe('\ufeffa,b\r\n1,\r\n,2\r\n')
})
