import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { OrderPanelProps } from '#admin/admin-plugin.ts'
import { type Answer, api } from '#admin/api.ts'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { EntryField } from '#admin/parts/entry-field.tsx'
import { useFormat } from '#admin/parts/format.ts'
import { showMessage } from '#admin/parts/messages.tsx'
import { entry, readEntries } from '#admin/parts/read-entries.ts'
import { recordStyles as css } from '#admin/parts/styles.ts'
import { useAnswer } from '#admin/query-keys.ts'
import { useSession } from '#admin/session-context.ts'
import { Chip } from '#ui/chip.tsx'
import type { GiftCardRow } from './admin-contract.ts'
import { stateChips } from './state-chips.ts'

/** What became of the gift cards that were bought with an order; nothing for an order without any. */
export function OrderCards({ order: { order_no } }: OrderPanelProps) {
  const { may } = useSession()
  return may('marketing.read') ? <Cards orderNo={order_no} mayWrite={may('marketing.write')} /> : null
}

function Cards({ orderNo, mayWrite }: { orderNo: string; mayWrite: boolean }) {
  const client = useQueryClient()
  const queryKey = ['GiftCard', orderNo]
  const { data, error } = useAnswer(queryKey, (signal) =>
    api.adminGiftCards.list({ order_no: orderNo, per_page: 100, order: 'asc' }, signal),
  )
  const cards = data?.data ?? []
  if (cards.length === 0 && !error) return null

  async function change(work: Promise<Answer<unknown>>) {
    showMessage((await work).message ?? '')
    await client.invalidateQueries({ queryKey })
  }

  return (
    <section className={css.card}>
      <h2>Gift cards</h2>
      {error && <p role="alert">They could not be read: {error.message}</p>}
      <ul className={css.list}>
        {cards.map((card) => (
          <CardOfOrder key={card.id} card={card} onChange={mayWrite ? change : undefined} />
        ))}
      </ul>
      {data && data.total > cards.length && (
        <p>
          The first {cards.length}. <Link to="/gift-cards">All gift cards</Link>
        </p>
      )}
    </section>
  )
}

type CardProps = {
  card: GiftCardRow
  onChange: ((work: Promise<Answer<unknown>>) => Promise<void>) | undefined
}

function CardOfOrder({
  card: { id, label, balance, issued, state, sent_to, sent_at, send_at },
  onChange,
}: CardProps) {
  const { money, moment } = useFormat()
  const when = sent_at ? `, sent ${moment(sent_at)}` : send_at ? `, to be sent ${moment(send_at)}` : ''
  return (
    <li className={css.note}>
      {label}: {money(balance)} of {money(issued)} left{' '}
      <Chip tone={stateChips[state].tone}>{stateChips[state].label}</Chip>
      <small>
        {sent_to}
        {when}
      </small>
      {onChange && state === 'active' && sent_to && (
        <ActionDialog
          label={sent_at ? 'Send again' : 'Change address'}
          title={sent_at ? `Send ${label} again?` : `Send ${label} to another address?`}
          submit="Send with a new code"
          look="quiet"
          onSubmit={(form) => {
            const { email } = readEntries(form, { email: entry.trimmed })
            return onChange(api.adminGiftCards.resend({ id, ...(email !== sent_to && { email }) }))
          }}
        >
          {(errors) => (
            <>
              <EntryField
                label="E-mail"
                name="email"
                type="email"
                defaultValue={sent_to}
                errors={errors.email}
              />
              <p>
                {sent_at
                  ? 'It gets a new code within a minute. The code that was sent before pays nothing any more.'
                  : 'It is sent there instead, with a new code.'}
              </p>
            </>
          )}
        </ActionDialog>
      )}
    </li>
  )
}
