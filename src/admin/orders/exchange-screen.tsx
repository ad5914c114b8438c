import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ExchangeQuote, ExchangeRequest, OrderDetail } from '#contract/admin/orders.ts'
import { refundReasons } from '#contract/rules/order-reasons.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { PAYMENT_LINK_DAYS } from '#contract/rules/payment-methods.ts'
import { Button } from '#ui/button.tsx'
import { api } from '../api.ts'
import { EntryField, EntrySelect, EntryText, optionsOf } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { useCurrencyDigits } from '../parts/money-entry.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { Refusal } from '../parts/record-notices.tsx'
import { leaveUnsaved, useUnsavedWarning } from '../parts/use-unsaved-warning.ts'
import { queryKeys } from '../query-keys.ts'
import { type Chosen, type Found, FoundList, ProductSearch, useCall, withOneMore } from './order-entries.tsx'
import { LinkDays } from './payment-link.tsx'
import css from './phone-order.module.css'
import {
  type Choice,
  ChosenLines,
  choiceOf,
  itemsOf,
  MethodOptions,
  OrderFormScreen,
  QuotedForm,
  readinessOf,
} from './quoted-order.tsx'
import { DiscountEntries, readDiscount } from './staff-discount.tsx'

const modes = {
  on_receipt: 'When the return has arrived; they are held until then',
  at_once: 'At once, before the return; what stays away is your loss',
  kept: 'At once, and nothing comes back',
} as const
const allModes = keysOf(modes)

/** Exchanges items of a delivered order for new ones. The difference is shown before anything is saved. */
export function ExchangeScreen({ id }: { id: string }) {
  const [session] = useState(() => crypto.randomUUID())
  return (
    <OrderFormScreen
      id={id}
      verb="Exchange for"
      queryKey={queryKeys.orderExchange(id)}
      readPresent={(signal) => api.adminOrders.quoteExchange({ id: Number(id), session }, signal)}
    >
      {(order, present) => <ExchangeForm key={present.version} {...{ order, present, session }} />}
    </OrderFormScreen>
  )
}

type FormProps = { order: OrderDetail; present: ExchangeQuote; session: string }

function ExchangeForm({ order, present, session }: FormProps) {
  const exchange = useExchange(order, present, session)
  const { form, forget, quote, failure, isBusy, requestQuote, lines } = exchange
  const errors = failure?.errors ?? {}
  return (
    <>
      {failure && <Refusal of={failure} />}
      <QuotedForm
        {...{ form, isBusy }}
        label="Work out the difference"
        hasQuote={quote !== undefined}
        isDisabled={lines.length === 0}
        onChange={forget}
        onSubmit={() => void requestQuote()}
      >
        <div className={css.column}>
          <Returned {...{ exchange, present }} errors={errors.returned} />
          <NewItems {...{ exchange, present }} errors={errors.items} />
        </div>
        <div className={css.column}>
          <section className={css.card} aria-label="New items leave">
            <fieldset className={css.options}>
              <legend>New items leave</legend>
              {allModes.map((mode, at) => (
                <label key={mode}>
                  <input type="radio" name="mode" value={mode} defaultChecked={at === 0} />
                  {modes[mode]}
                </label>
              ))}
            </fieldset>
            <EntryText label="Note to the customer (optional)" name="note" errors={errors.note} />
          </section>
          <DiscountEntries errors={errors} isReplacement={false} />
        </div>
      </QuotedForm>
      {quote && <Difference exchange={exchange} quote={quote} />}
    </>
  )
}

/** The entries, the difference that was worked out for them, and the calls. What changes afterwards no longer belongs to it. */
function useExchange(order: OrderDetail, present: ExchangeQuote, session: string) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [lines, setLines] = useState<readonly Chosen[]>([])
  const [quantities, setQuantities] = useState<Readonly<Record<number, number>>>({})
  const [quote, setQuote] = useState<ExchangeQuote>()
  const [choice, setChoice] = useState<Choice>({})
  const { failure, isBusy, run } = useCall(() => setQuote(undefined))
  // One key for all tries of this exchange.
  const [key] = useState(() => crypto.randomUUID())
  const unit = 10 ** useCurrencyDigits()
  useUnsavedWarning(lines.length > 0)

  function entries(next: Choice): ExchangeRequest {
    const { reason, mode } = readEntries(form.current, {
      reason: entry.oneOf(keysOf(refundReasons)),
      mode: entry.oneOf(allModes),
    })
    return {
      ...{ session, mode, ...next },
      returned: present.lines.flatMap(({ item_id }) => {
        const quantity = quantities[item_id] ?? 0
        return quantity > 0 ? [{ item_id, quantity, reason }] : []
      }),
      items: itemsOf(lines),
      discount: readDiscount(form.current, unit),
    }
  }

  const forget = () => setQuote(undefined)
  async function requestQuote(next: Choice = choice) {
    setChoice(next)
    const answer = await run(async () => api.adminOrders.quoteExchange({ id: order.id, ...entries(next) }))
    if (!answer) return
    setQuote(answer.data)
    setChoice(answer.data.cart ? choiceOf(answer.data.cart) : {})
  }
  async function start({ version, cart }: ExchangeQuote, link_days: number) {
    const { note } = readEntries(form.current, { note: entry.trimmed })
    const agreed = { expected_total: cart?.grand_total.amount ?? 0, idempotency_key: key, link_days, note }
    const placed = await run(async () =>
      api.adminOrders.exchange({ id: order.id, version, ...entries(choice), ...agreed }),
    )
    if (!placed) return
    leaveUnsaved()
    showMessage(placed.message ?? 'Exchange started')
    navigate(`/orders/${placed.data.id}/show`, { replace: true })
  }
  return {
    ...{ form, quote, forget, failure, isBusy, requestQuote, start, choice, lines, quantities },
    setQuantity(item: number, quantity: number) {
      setQuantities({ ...quantities, [item]: quantity })
      forget()
    },
    changeLines(next: readonly Chosen[]) {
      setLines(next)
      forget()
    },
  }
}

type Exchange = ReturnType<typeof useExchange>
type PartProps = { exchange: Exchange; present: ExchangeQuote; errors: string[] | undefined }

function Returned({ exchange: { quantities, setQuantity }, present, errors }: PartProps) {
  const { money } = useFormat()
  return (
    <section className={css.card} aria-label="Comes back">
      <h2>Comes back</h2>
      {present.lines.map(({ item_id, name, quantity, paid }) => (
        <EntryField
          key={item_id}
          label={`${name} (of ${quantity})`}
          type="number"
          min={0}
          max={quantity}
          value={quantities[item_id] ?? 0}
          onChange={({ target }) =>
            setQuantity(item_id, Math.min(quantity, Math.max(0, Math.trunc(target.valueAsNumber) || 0)))
          }
          onFocus={({ target }) => target.select()}
          hint={`${money(paid)} paid for ${quantity === 1 ? 'it' : `all ${quantity}`}`}
        />
      ))}
      {errors && <p className={css.failure}>{errors[0]}</p>}
      <EntrySelect label="Reason" name="reason" defaultValue="does_not_fit">
        {optionsOf(refundReasons)}
      </EntrySelect>
    </section>
  )
}

function NewItems({ exchange, present, errors }: PartProps) {
  const { lines, changeLines, quantities } = exchange
  const add = (found: Found) => changeLines(withOneMore(lines, found))
  const returned = present.lines.filter(({ item_id }) => (quantities[item_id] ?? 0) > 0)
  return (
    <section className={css.card} aria-label="New items">
      <h2>New items</h2>
      {returned.map(({ item_id, name, others }) =>
        others.length === 0 ? null : (
          <div key={item_id}>
            <h3>Other size or colour of {name}</h3>
            <FoundList
              label={`Other variations of ${name}`}
              found={others.map((other) => ({ ...other, order_item_id: item_id }))}
              onAdd={add}
            />
          </div>
        ),
      )}
      <ProductSearch onAdd={add} />
      {errors && <p className={css.failure}>{errors[0]}</p>}
      <ChosenLines title="In the new order" lines={lines} onChange={changeLines} />
    </section>
  )
}

function Difference({ exchange, quote }: { exchange: Exchange; quote: ExchangeQuote }) {
  const { money } = useFormat()
  const [days, setDays] = useState<number>(PAYMENT_LINK_DAYS.usual)
  const { choice, isBusy, requestQuote, start, form } = exchange
  const { cart, credit, difference } = quote
  if (!cart) return null
  const isDue = difference.amount > 0
  const { isComplete, hasLink } = readinessOf(cart, choice, isDue)
  const { mode } = readEntries(form.current, { mode: entry.oneOf(allModes) })
  return (
    <section className={css.card} aria-label="Difference">
      <h2>Difference</h2>
      <MethodOptions
        {...{ cart, choice, isDue }}
        paymentLabel="Payment of the difference"
        onChoose={(next) => void requestQuote(next)}
      />
      <p>
        New order {money(cart.grand_total)}, items that come back {money(credit)}
        {cart.discount_total.amount > 0 && `, discount of ${money(cart.discount_total)} included`}
      </p>
      <p className={css.total} role="status">
        {difference.amount === 0 ? (
          'Nothing is to be paid.'
        ) : isDue ? (
          <>
            The customer pays <strong>{money(difference)}</strong>
          </>
        ) : (
          <>
            <strong>{money({ ...difference, amount: -difference.amount })}</strong> goes back to the customer
          </>
        )}
      </p>
      <p>{outcomes[isDue ? 'due' : difference.amount < 0 ? 'back' : 'even'][mode]}</p>
      {hasLink && <LinkDays name="link_days" onChoose={setDays} />}
      <Button
        isBusy={isBusy}
        disabled={!isComplete || credit.amount === 0}
        onClick={() => void start(quote, days)}
      >
        {hasLink && mode !== 'on_receipt' ? 'Start the exchange and send the link' : 'Start the exchange'}
      </Button>
    </section>
  )
}

const outcomes: Record<'due' | 'back' | 'even', Record<keyof typeof modes, string>> = {
  due: {
    on_receipt: 'The difference is requested, and the new items leave, once the return is settled.',
    at_once: 'The new items are held until the difference is paid; on delivery the courier collects it.',
    kept: 'The new items are held until the difference is paid; on delivery the courier collects it.',
  },
  back: {
    on_receipt: 'It is refunded, the way the order was paid, once the return is settled.',
    at_once: 'It is refunded, the way the order was paid, once the return is settled.',
    kept: 'It is refunded now, the way the order was paid.',
  },
  even: {
    on_receipt: 'The new items leave once the return is settled.',
    at_once: 'The new order is placed now.',
    kept: 'The new order is placed now.',
  },
}
