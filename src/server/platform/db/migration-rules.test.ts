import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isOlderRelease, readHeaders, readMigrations } from './migration-files.ts'
import { findMigrationProblems } from './migration-rules.test-support.ts'

const folder = join(import.meta.dirname, '../../../../migrations')

test.for(await readMigrations(folder))(
  '$name works with the previous release and blocks no writers, or says why',
  ({ sql }) => {
    expect(findMigrationProblems(sql)).toEqual([])
  },
)

test.for([
  'alter table orders drop column note',
  'alter table orders add a int, drop column if exists note',
  'alter table orders drop note',
  'alter table orders rename column note to remark',
  'alter table orders rename to purchases',
  'alter table orders alter column id type bigint',
  'alter table orders alter id set data type bigint using (id, 1)',
  'alter table orders alter column note set not null',
  'alter table orders alter column note drop default',
  'alter table orders add column note text not null',
  'alter table orders add constraint short check (length(note) < 9) not valid',
  'create unique index orders_note on orders (note)',
  'DROP TABLE\n  orders',
])('"%s" breaks the previous release', (sql) => {
  expect(findMigrationProblems(sql).join()).toContain('breaks the previous release')
  expect(findMigrationProblems(`-- contract: 0.2.0 unused since 0.1\n-- blocking: ten rows\n${sql}`)).toEqual(
    [],
  )
  expect(findMigrationProblems(`-- contract:\n-- blocking: ten rows\n${sql}`)).not.toEqual([])
})

test.for([
  'create index orders_by_note on orders (note)',
  'alter table orders add constraint owner foreign key (customer_id) references customers (id)',
])('"%s" blocks writers', (sql) => {
  expect(findMigrationProblems(sql).join()).toContain('blocks the table')
  expect(findMigrationProblems(`-- contract: 0.2.0 why\n-- blocking: ten rows\n${sql}`)).toEqual([])
})

test.for([
  "alter table orders add column note text not null default 'drop table orders; --'",
  'alter table orders add column total bigint generated always as (a + b) stored not null',
  'alter table orders alter column note drop not null, drop constraint short',
  'create table gifts (id int primary key, note text not null); create index gifts_by_note on gifts (note);\nalter table gifts add constraint x check (id > 0)',
  '-- drop table orders\ninsert into settings values (1)',
  '-- no-transaction\ncreate index concurrently if not exists orders_by_note\n  on orders (note);\n',
])('"%s" needs no declaration', (sql) => {
  expect(findMigrationProblems(sql)).toEqual([])
})

test('a migration without transaction has only statements that may run twice', () => {
  expect(findMigrationProblems('-- no-transaction\ncreate index concurrently a on b (c);\n')).toEqual([
    'runs without a transaction but is not idempotent: create index concurrently a on b (c)',
  ])
  expect(findMigrationProblems('-- no-transaction\nupdate a set b = 1;\n')).toHaveLength(1)
})

test('headers are read from the comments at the top of a migration only', () => {
  expect(readHeaders('-- About it.\n\n-- contract: 1.2.3 why\n-- no-transaction\nselect 1')).toEqual({
    minRelease: '1.2.3',
    isBaseline: false,
    isTransactional: false,
  })
  expect(readHeaders('select 1;\n-- no-transaction\n-- contract: 1.2.3 why')).toEqual({
    isBaseline: false,
    isTransactional: true,
  })
})

test('releases are compared by their numbers', () => {
  expect(isOlderRelease('0.9.0', '0.10.0')).toBe(true)
  expect(isOlderRelease('0.10.0', '0.9.9')).toBe(false)
  expect(isOlderRelease('1.0.0', '1.0.0')).toBe(false)
  expect(isOlderRelease('1.0.0', '1.0.1')).toBe(true)
})
