import { expect, test } from 'vitest'
import type { storedValueColumns } from '#contract/admin/report-names.ts'
import { addDays } from '#contract/rules/time-zone.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { activateKind, expectSoundLedger } from '#server/commerce/stored-value/stored-value.test-support.ts'

const opened = await openShop({ seed: 'small' })
const { pool } = opened
await activateKind(pool)
const { adminReports } = (await signedInStaff(opened, 'viewer')).admin

type Amounts = Record<keyof typeof storedValueColumns, number>
type Move = { day: string; account: number; amount: number; what: keyof Amounts | 'withdrawn' }

const begin = '2026-03-01'
const kinds = { TestValue: ['INR', 'EUR'], OtherValue: ['INR'] } as const
let seed = 7
const upTo = (most: number) => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % most
}

async function accountOf(kind: string, label: string, currency: string): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    'insert into value_accounts (kind, label, currency) values ($1, $2, $3) returning id',
    [kind, label, currency],
  )
  return Number(rows[0]?.id)
}

/** Entries of a month, at noon in India, written as any part of the shop writes them. */
async function makeHistory() {
  const accounts: { id: number; key: string; contra: number; balance: number }[] = []
  for (const currency of ['INR', 'EUR']) {
    const contra = await accountOf('contra', 'issued', currency)
    for (const [kind, currencies] of Object.entries(kinds))
      if (currencies.some((one) => one === currency))
        for (let n = 0; n < 4; n++)
          accounts.push({
            id: await accountOf(kind, `Account ${n}`, currency),
            ...{ key: `${kind} ${currency}`, contra, balance: 0 },
          })
  }
  const moves: Move[] = []
  for (let n = 0; n < 300; n++) {
    const account = accounts[upTo(accounts.length)]
    if (!account) continue
    const day = addDays(begin, Math.floor(n / 10))
    const whats = ['issued', 'credited', 'withdrawn', 'redeemed', 'expired'] as const
    const what = account.balance < 100 ? 'issued' : (whats[upTo(5)] ?? 'issued')
    const isIn = what === 'issued' || what === 'credited'
    const amount = isIn ? 1 + upTo(5_000) : what === 'expired' ? account.balance : 1 + upTo(account.balance)
    const [from, to] = isIn ? [account.contra, account.id] : [account.id, account.contra]
    const purpose = {
      issued: 'issue',
      credited: 'refund',
      withdrawn: 'withdrawal',
      redeemed: 'payment',
      expired: 'expiry',
    }
    await pool.query(
      `insert into value_entries (from_account, to_account, currency, amount, purpose, created_at)
      select $1, $2, currency, $3, $4, $5 from value_accounts where id = $1`,
      [from, to, amount, purpose[what], `${day}T06:30:00Z`],
    )
    account.balance += isIn ? amount : -amount
    moves.push({ day, account: account.id, amount, what })
  }
  return { accounts, moves }
}

/** The same from the moves alone. */
function expected({ accounts, moves }: Awaited<ReturnType<typeof makeHistory>>, from: string, to: string) {
  const rows: Record<string, Amounts & { accounts: number }> = {}
  for (const { id, key } of accounts) {
    const own = moves.filter(({ account, day }) => account === id && day <= to)
    if (own.length === 0) continue
    rows[key] ??= { opening: 0, issued: 0, credited: 0, redeemed: 0, expired: 0, closing: 0, accounts: 0 }
    const row = rows[key]
    let balance = 0
    for (const { day, amount, what } of own) {
      const signed = what === 'issued' || what === 'credited' ? amount : -amount
      balance += signed
      row.closing += signed
      if (day < from) row.opening += signed
      else if (what === 'withdrawn') row.issued -= amount
      else row[what] += amount
    }
    if (balance > 0) row.accounts += 1
  }
  return rows
}

test('the report of stored value agrees with a count of its own for every range of days', async () => {
  const history = await makeHistory()
  await expectSoundLedger(pool)
  for (const [first, length] of [
    [0, 30],
    [0, 1],
    [3, 7],
    [12, 1],
    [29, 5],
    [-5, 3],
    [-5, 12],
  ] as const) {
    const from = addDays(begin, first)
    const to = addDays(from, length)
    const { rows } = ok(await adminReports.storedValue({ from, to }))
    const shown = Object.fromEntries(
      rows.map(({ kind, currency, accounts, amounts }) => [`${kind} ${currency}`, { ...amounts, accounts }]),
    )
    expect(shown, `${from} ${to}`).toEqual(expected(history, from, to))
    for (const { amounts } of rows)
      expect(amounts.opening + amounts.issued + amounts.credited - amounts.redeemed - amounts.expired).toBe(
        amounts.closing,
      )
  }
})

test('the file of the report has a line for each kind and currency', async () => {
  const staff = await signedInStaff(opened, 'viewer')
  const url = '/api/admin/reports/export?report=stored_value&from=2026-03-01&to=2026-03-31'
  const { body, headers } = await staff.request({ method: 'GET', url })
  const [head, ...lines] = String(body).trim().split(/\r?\n/)
  expect(head).toContain('kind,name,currency,closing,opening,issued,credited,redeemed,expired,accounts')
  expect(lines).toHaveLength(3)
  expect(headers['content-disposition']).toContain('stored_value-2026-03-01-2026-03-31.csv')
})

test('a range that ends before it begins is refused', async () => {
  expect(await adminReports.storedValue({ from: '2026-03-02', to: '2026-03-01' })).toMatchObject({
    code: 'VALIDATION',
    errors: { to: expect.anything() },
  })
})
