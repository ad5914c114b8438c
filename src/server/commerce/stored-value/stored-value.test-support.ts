import type pg from 'pg'
import { expect } from 'vitest'
import type { Db } from '#server/platform/kernel/context.ts'
import { issueValue, openAccount } from './ledger.ts'

/** An account with this balance, which anyone may put on a cart. */
export const accountWith = (db: Db, amount: number, kind = 'TestValue', label = 'Test card') =>
  db.transaction().execute(async (tx) => {
    const accountId = await openAccount(tx, {
      kind,
      label,
      currency: 'INR',
      customerId: null,
      expiresAt: null,
    })
    await issueValue(tx, { accountId, amount, actor: 'test', note: '' })
    return accountId
  })

/** Accounts of this kind pay while their plugin is active. */
export const activateKind = (pool: pg.Pool, kind = 'TestValue', isActive = true) =>
  pool.query(
    `insert into plugins (module_name, is_active) values ($1, $2)
    on conflict (module_name) do update set is_active = excluded.is_active`,
    [kind, isActive],
  )

export async function balanceOf(pool: pg.Pool, id: number): Promise<number> {
  const { rows } = await pool.query<{ balance: string }>('select balance from value_accounts where id = $1', [
    id,
  ])
  return Number(rows[0]?.balance)
}

/**
 * Compares the ledger with itself and with the payments, by statements of its own: each balance is the sum of its entries, and each
 * payment holds, with those that a return made of it, as much as its entries have moved for it.
 */
export async function expectSoundLedger(pool: pg.Pool) {
  const { rows: balances } = await pool.query(`
    select a.id, a.balance, coalesce(sum(e.moved), 0) as moved from value_accounts a
    left join (
      select to_account as id, amount as moved from value_entries
      union all select from_account, -amount from value_entries
    ) e on e.id = a.id
    where a.kind <> 'contra' group by a.id having a.balance <> coalesce(sum(e.moved), 0) or a.balance < 0`)
  expect(balances).toEqual([])
  const { rows: payments } = await pool.query(`
    with recursive part as (
      select id as root, id from payments where value_account_id is not null
      union all select part.root, p.id from part join payments p on p.source_id = part.id
    ),
    entry as (
      select payment_id, sum(case purpose when 'payment' then amount else -amount end) as moved from value_entries group by payment_id
    )
    select part.root from part join payments p on p.id = part.id left join entry on entry.payment_id = p.id
    group by part.root having sum(p.captured_amount - p.refunded_amount) <> coalesce(sum(entry.moved), 0)`)
  expect(payments).toEqual([])
}
