import type { Money } from '#contract/money.ts'
import { Day } from '#ui/day.tsx'
import { useLocale } from '#ui/locale.ts'
import { Panel } from '#ui/panel.tsx'
import { Amount } from '#ui/price.tsx'
import type { CreditEntry } from './contract.ts'
import { purposeLabels } from './routes.ts'
import css from './store-credit.module.css'

type Entries = { data: CreditEntry[]; current_page: number; last_page: number }
type Props = { data: { balance: Money; entries: Entries; timeZone: string } }

/** The balance of the customer and its statement, by pages. */
export function CreditPanel({ data: { balance, entries, timeZone } }: Props) {
  const { data, current_page, last_page } = entries
  return (
    <>
      <Panel title="Balance" intro="Use it at the cart or when you pay.">
        <p className={css.box}>
          <strong>
            <Amount money={balance} />
          </strong>
        </p>
      </Panel>
      {data.length > 0 && (
        <Panel title="Statement">
          <ul className={css.entries}>
            {data.map((entry) => (
              <Entry key={entry.id} entry={entry} timeZone={timeZone} />
            ))}
          </ul>
          {last_page > 1 && (
            <p>
              {current_page > 1 ? <a href={`?page=${current_page - 1}`}>Newer entries</a> : <span />}
              {current_page < last_page && <a href={`?page=${current_page + 1}`}>Older entries</a>}
            </p>
          )}
        </Panel>
      )}
    </>
  )
}

type EntryProps = { entry: CreditEntry; timeZone: string }

function Entry({ entry: { at, amount, purpose, is_undo, order_no, refund_no, note }, timeZone }: EntryProps) {
  const locale = useLocale()
  const what = is_undo ? 'Corrected by the shop' : purposeLabels[purpose]
  return (
    <li>
      <span>
        {what}
        {order_no && (
          <>
            : <a href={`/account/orders/${order_no}`}>{order_no}</a>
          </>
        )}
      </span>
      <span>
        {amount.amount > 0 && '+'}
        <Amount money={amount} />
      </span>
      <small>
        <Day time={at} locale={locale} timeZone={timeZone} />
        {refund_no && `, refund ${refund_no}`}
        {note && `, ${note}`}
      </small>
    </li>
  )
}
