import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { testConfig } from '#harness/test-config.ts'
import { applyRetention } from '#server/operations/retention/retention-jobs.ts'
import { retentionRules } from '#server/operations/retention/retention-rules.ts'
import { commandLineActor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { checkAuditChain } from '#server/platform/audit/check-audit-chain.ts'
import { doctor } from '../../../cli/doctor.ts'

const { db, pool } = await testDatabase()

const write = (id: string, on = db) =>
  writeAudit(on, commandLineActor(), {
    action: 'order.pack',
    record: { type: 'order', id },
    before: { status: 'placed', total: 1999, note: 'süß “quoted” \\ 1e3' },
    after: { status: 'packed', total: 19.99, note: null },
  })

/** As a person with the rights of the table's owner, who switches the triggers off. */
async function tamper(statement: string) {
  const client = await pool.connect()
  await client.query('begin')
  for (const table of ['audit_log', 'audit_chain'])
    await client.query(`alter table ${table} disable trigger user`)
  await client.query(statement)
  for (const table of ['audit_log', 'audit_chain'])
    await client.query(`alter table ${table} enable trigger user`)
  await client.query('commit')
  client.release()
}

const faultsOf = async () => (await checkAuditChain(db))?.faults

test('the audit log refuses updates, deletions and truncation, and its chain every direct write', async () => {
  await write('1')
  for (const statement of [
    `update audit_log set actor = 'another'`,
    'update audit_log set staff_id = 1',
    'delete from audit_log',
    'truncate audit_log',
    `update audit_chain set hash = ''`,
    'delete from audit_chain',
    'truncate audit_chain',
    `insert into audit_chain (seq, audit_id, hash) values (99, 99, '')`,
    `set vitrine.audit_prune = 'on'; delete from audit_log`,
  ])
    await expect(pool.query(statement), statement).rejects.toThrow('append-only')
  expect(await checkAuditChain(db)).toMatchObject({ entries: 1, faults: [] })
})

test('a deleted member of staff leaves their entries as they are', async () => {
  const { id } = await db
    .insertInto('staff')
    .values({ email: 'gone@shop.example', role: 'viewer' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAudit(
    db,
    { staffId: id, name: 'gone@shop.example', ip: '' },
    { action: 'x', record: { type: 'x', id: '1' } },
  )
  await db.deleteFrom('staff').where('id', '=', id).execute()
  expect(await faultsOf()).toEqual([])
})

test('concurrent writers, rollbacks, savepoints and large transactions leave one chain without gaps', async () => {
  const before = (await checkAuditChain(db))?.entries ?? 0
  const one = async (at: number) => {
    for (let n = 0; n < 5; n += 1)
      await db
        .transaction()
        .execute(async (tx) => {
          await write(`${at}-${n}`, tx)
          await sql`savepoint part`.execute(tx)
          await write(`${at}-${n} undone`, tx)
          await sql`rollback to savepoint part`.execute(tx)
          if (n === 4) throw new Error('rolled back')
        })
        .catch(() => {})
  }
  const large = pool.query(
    `insert into audit_log (actor, action, record_type, record_id) select 'bulk', 'x', 'x', n::text from generate_series(1, 2000) n`,
  )
  await Promise.all([...Array.from({ length: 10 }, (_, at) => one(at)), large])

  expect(await checkAuditChain(db)).toMatchObject({ entries: before + 2_040, faults: [] })
  const { rows } = await pool.query<{ gaps: number }>(
    'select (max(seq) - min(seq) + 1 - count(*))::integer as gaps from audit_chain',
  )
  expect(rows[0]?.gaps).toBe(0)
})

test('a writer waits for others at its commit only, not for their whole transactions', async () => {
  const long = await pool.connect()
  await long.query('begin')
  await long.query(
    `insert into audit_log (actor, action, record_type, record_id) values ('long', 'x', 'x', '1')`,
  )
  await write('short')
  await long.query('commit')
  long.release()
  expect(await faultsOf()).toEqual([])
})

test('a changed, a removed and an added entry are found although triggers were off', async () => {
  const { rows } = await pool.query<{ id: number; seq: number }>(
    'select audit_id as id, seq from audit_chain order by seq offset 5 limit 3',
  )
  const [changed, removed, later] = rows
  await tamper(`update audit_log set after = '{"total": 1}' where id = ${changed?.id}`)
  await tamper(`delete from audit_log where id = ${removed?.id}`)
  await tamper(
    `insert into audit_log (actor, action, record_type, record_id) values ('forged', 'x', 'x', '1')`,
  )
  expect(await faultsOf()).toMatchObject([
    { seq: changed?.seq, what: 'its entry, or its hash, was changed' },
    { seq: removed?.seq, what: 'its entry was removed' },
    { what: '1 entries have no place in the chain' },
  ])
  await tamper(`delete from audit_chain where audit_id = ${later?.id}`)
  expect(await faultsOf()).toContainEqual({
    seq: (later?.seq ?? 0) + 1,
    what: `follows place ${(later?.seq ?? 0) - 1}: places are missing`,
  })
  await tamper('delete from audit_log; delete from audit_chain; update audit_chain_start set seq = 0')
  expect(await checkAuditChain(db)).toEqual({ entries: 0, head: { seq: 0, hash: '' }, faults: [] })
})

test('retention removes the oldest entries of the chain, which continues from their last hash', async () => {
  const rule = retentionRules.find(({ name }) => name === 'audit-log')
  if (!rule) throw new Error('There is no rule for the audit log')
  const apply = () => applyRetention({ db, config: {}, log: { info() {} } as never }, rule)
  const insert = (age: string, count: number) =>
    pool.query(
      `insert into audit_log (at, actor, action, record_type, record_id)
      select now() - $1::interval, 'old', 'x', 'x', n::text from generate_series(1, $2::integer) n`,
      [age, count],
    )
  await insert('3 years', 2_100)
  await insert('1 month', 2)
  await insert('3 years', 1)

  expect(await apply()).toBe(2_100)

  expect(await checkAuditChain(db), 'an old entry after a younger one waits for it').toMatchObject({
    entries: 3,
    faults: [],
  })
  expect(await apply()).toBe(0)
  await tamper(`delete from audit_log where id in (select audit_id from audit_chain order by seq limit 1);
    delete from audit_chain where seq = (select min(seq) from audit_chain)`)
  expect(await faultsOf(), 'a removal that was not the one of retention').toMatchObject([
    { what: expect.stringContaining('places are missing') },
  ])
})

test('doctor prints the head of the chain, and ends with 1 when an entry was changed', async () => {
  await tamper(
    `delete from audit_log; delete from audit_chain; update audit_chain_start set seq = 0, hash = ''`,
  )
  for (let at = 0; at < 6; at += 1) await write(String(at))
  const { host, port, user, password, database } = pool.options
  const url = new URL(`postgres://localhost:${port}/${database}`)
  url.username = user ?? ''
  url.password = String(password ?? '')
  url.searchParams.set('host', host ?? '')
  const config = { ...testConfig, databaseUrl: url.href }
  const printed: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => printed.push(String(line)) > 0)
  const head = (await checkAuditChain(db))?.head

  expect(await doctor([], config)).toBe(0)
  expect(printed.join('')).toContain(`Audit log: 6 entries, head ${head?.seq} ${head?.hash}`)
  await tamper(`update audit_log set ip = '203.0.113.9' where record_id = '3'`)
  expect(await doctor([], config)).toBe(1)
  expect(printed.join('')).toContain('Audit log: NOT as it was written, 1 faults\n  place 4: its entry')
})

afterEach(() => vi.restoreAllMocks())
