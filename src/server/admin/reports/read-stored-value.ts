import { sql } from 'kysely'
import type { storedValueColumns } from '#contract/admin/report-names.ts'
import type { StoredValueRow } from '#contract/admin/reports.ts'
import { addDays, timeZoneOf } from '#contract/rules/time-zone.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { startOfDay } from '#server/platform/kernel/list-page.ts'
import type { PluginRegistry } from '#server/platform/kernel/plugin.ts'
import type { Period } from './read-sums.ts'

type Amounts = Record<keyof typeof storedValueColumns, number>
type Row = Omit<StoredValueRow, 'label' | 'amounts'> & Amounts

/**
 * What the shop owes on stored value at the end of a period, and what changed it since its beginning, by kind and currency. A part that
 * returns to the account that paid it is less spent; any other refund to an account is money that became stored value. Days are those of
 * the default channel, because an account belongs to a currency and to no channel.
 */
export async function readStoredValue(
  { db, channel, plugins }: { db: Db; channel: Channel; plugins: Pick<PluginRegistry, 'installed'> },
  { from, to }: Period,
): Promise<StoredValueRow[]> {
  const timeZone = timeZoneOf(channel.locale)
  const begin = startOfDay(from, timeZone)
  const end = startOfDay(addDays(to, 1), timeZone)
  const { rows } = await sql<Row>`
    with moved as (
      select e.to_account as account, e.amount, e.purpose, e.payment_id, e.created_at from value_entries e where e.created_at < ${end}
      union all
      select e.from_account, -e.amount, e.purpose, e.payment_id, e.created_at from value_entries e where e.created_at < ${end}
    ),
    known as (
      select a.id, a.kind, a.currency, m.amount, m.created_at >= ${begin} as is_new, case
        when m.purpose in ('issue', 'withdrawal') then 'issued' when m.purpose = 'expiry' then 'expired'
        when m.purpose = 'refund' and p.value_account_id is distinct from a.id then 'credited' else 'redeemed' end as what
      from moved m join value_accounts a on a.id = m.account and a.kind <> 'contra' left join payments p on p.id = m.payment_id
    ),
    balances as (select kind, currency, count(*) filter (where balance > 0) as accounts from (
      select kind, currency, id, sum(amount) as balance from known group by kind, currency, id
    ) account group by kind, currency)
    select k.kind, k.currency, b.accounts::integer as accounts, sum(k.amount)::bigint as closing,
      coalesce(sum(k.amount) filter (where not k.is_new), 0)::bigint as opening,
      coalesce(sum(k.amount) filter (where k.is_new and k.what = 'issued'), 0)::bigint as issued,
      coalesce(sum(k.amount) filter (where k.is_new and k.what = 'credited'), 0)::bigint as credited,
      coalesce(-sum(k.amount) filter (where k.is_new and k.what = 'redeemed'), 0)::bigint as redeemed,
      coalesce(-sum(k.amount) filter (where k.is_new and k.what = 'expired'), 0)::bigint as expired
    from known k join balances b on b.kind = k.kind and b.currency = k.currency
    group by k.kind, k.currency, b.accounts order by k.kind, k.currency`.execute(db)
  const titles = new Map(
    plugins.installed.map(({ definition: { module_name, title } }) => [module_name, title]),
  )
  return rows.map(({ kind, currency, accounts, ...amounts }) => ({
    ...{ kind, currency, accounts, amounts },
    label: titles.get(kind) ?? kind,
  }))
}
