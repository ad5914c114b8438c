import { useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { ChangeQuote, OrderChange, OrderDetail } from '#contract/admin/orders.ts'
import { PAYMENT_LINK_DAYS } from '#contract/rules/payment-methods.ts'
import { Button } from '#ui/button.tsx'
import { api } from '../api.ts'
import { EntryText } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { useCurrencyDigits } from '../parts/money-entry.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { Refusal } from '../parts/record-notices.tsx'
import { leaveUnsaved, useUnsavedWarning } from '../parts/use-unsaved-warning.ts'
import { queryKeys } from '../query-keys.ts'
import { AddressEntries, addressEntries } from './address-entries.tsx'
import { type Chosen, ItemLine, Options, ProductSearch, useCall, withOneMore } from './order-entries.tsx'
import { LinkDays } from './payment-link.tsx'
import css from './phone-order.module.css'
import { OrderFormScreen, QuotedForm } from './quoted-order.tsx'
import { DiscountEntries, readDiscount } from './staff-discount.tsx'

/** Changes what is not shipped of an order. The new total and the difference are shown before anything is saved. */
export default function ChangeOrderScreen() {
  const { id = '' } = useParams()
  return (
    <OrderFormScreen
      id={id}
      verb="Edit"
      queryKey={queryKeys.orderChange(id)}
      readPresent={(signal) => api.adminOrders.quoteChange({ id: Number(id) }, signal)}
    >
      {(order, present) => <ChangeForm key={present.version} {...{ order, present }} />}
    </OrderFormScreen>
  )
}

type FormProps = { order: OrderDetail; present: ChangeQuote }

function ChangeForm({ order, present }: FormProps) {
  const change = useChange(order)
  const { form, forget, quote, failure, isBusy, requestQuote, setAddressOpen } = change
  const errors = failure?.errors ?? {}
  return (
    <>
      {failure && <Refusal of={failure} />}
      <QuotedForm
        {...{ form, isBusy }}
        label="Work out the new total"
        hasQuote={quote !== undefined}
        onChange={forget}
        onSubmit={() => void requestQuote()}
      >
        <div className={css.column}>
          <Items change={change} lines={present.lines} error={errors.items?.[0]} />
        </div>
        <div className={css.column}>
          {order.coupon === null ? (
            <DiscountEntries errors={errors} isReplacement={false} />
          ) : (
            <section className={css.card} aria-label="Discount">
              <h2>Discount</h2>
              <p>The coupon {order.coupon} counts for new items too.</p>
            </section>
          )}
          <section className={css.card} aria-label="Note and address">
            <h2>Note and address</h2>
            <EntryText
              label="Note"
              name="instruction"
              defaultValue={order.instruction ?? ''}
              errors={errors.instruction}
            />
            <details onToggle={({ currentTarget }) => setAddressOpen(currentTarget.open)}>
              <summary>Another address</summary>
              <div className={css.column}>
                <AddressEntries errorsOf={(name) => errors[name]} values={order.shipping_address} />
              </div>
            </details>
          </section>
        </div>
      </QuotedForm>
      {quote && <NewTotal key={quote.version} change={change} order={order} quote={quote} />}
    </>
  )
}

/** The entries, the total that was worked out for them, and the calls. What changes afterwards no longer belongs to that total. */
function useChange(order: OrderDetail) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [quantities, setQuantities] = useState<Readonly<Record<number, number>>>({})
  const [added, setAdded] = useState<readonly Chosen[]>([])
  const [shippingMethod, setShippingMethod] = useState<string>()
  const [isAddressOpen, setAddressOpen] = useState(false)
  const [quote, setQuote] = useState<ChangeQuote>()
  const { failure, isBusy, run } = useCall(() => setQuote(undefined))
  // One key for all tries of this change.
  const [key] = useState(() => crypto.randomUUID())
  const unit = 10 ** useCurrencyDigits()
  useUnsavedWarning(added.length > 0 || Object.keys(quantities).length > 0)

  function entries(shipping_method: string | undefined): Partial<OrderChange> {
    const { instruction } = readEntries(form.current, { instruction: entry.text })
    const address = readEntries(
      form.current,
      addressEntries((name) => order.shipping_address[name]),
    )
    return {
      items: Object.entries(quantities).map(([item, quantity]) => ({ item_id: Number(item), quantity })),
      added: added.map(({ variation_id, quantity }) => ({ variation_id, quantity })),
      discount: order.coupon === null ? readDiscount(form.current, unit) : undefined,
      ...(shipping_method && { shipping_method }),
      ...(isAddressOpen && { address }),
      ...(instruction !== (order.instruction ?? '') && { instruction }),
    }
  }

  const forget = () => setQuote(undefined)
  async function requestQuote(shipping_method = shippingMethod) {
    setShippingMethod(shipping_method)
    const answer = await run(async () =>
      api.adminOrders.quoteChange({ id: order.id, ...entries(shipping_method) }),
    )
    if (answer) setQuote(answer.data)
  }
  async function save({ version, totals }: ChangeQuote, days: number) {
    const agreed = { expected_total: totals.grand_total.amount, idempotency_key: key, days }
    const saved = await run(async () =>
      api.adminOrders.change({ id: order.id, version, ...entries(shippingMethod), ...agreed }),
    )
    if (!saved) return
    leaveUnsaved()
    showMessage(saved.message ?? 'Order changed')
    navigate(`/orders/${order.id}/show`, { replace: true })
  }
  return {
    ...{ form, quote, failure, isBusy, requestQuote, save, forget, setAddressOpen, quantities, added },
    setQuantity(item: number, quantity: number) {
      setQuantities({ ...quantities, [item]: quantity })
      forget()
    },
    setAdded(next: readonly Chosen[]) {
      setAdded(next)
      forget()
    },
  }
}

type Change = ReturnType<typeof useChange>
type ItemsProps = { change: Change; lines: ChangeQuote['lines']; error: string | undefined }

function Items({ change: { quantities, setQuantity, added, setAdded }, lines, error }: ItemsProps) {
  const setNew = (line: Chosen, quantity: number) =>
    setAdded(
      quantity === 0
        ? added.filter((one) => one !== line)
        : added.map((one) => (one === line ? { ...line, quantity } : one)),
    )
  return (
    <section className={css.card} aria-label="Items">
      <h2>Items</h2>
      <ul className={css.lines}>
        {lines.map(({ item_id, name, sku, price, quantity, shipped }) => (
          <ItemLine
            key={item_id}
            line={{ name, price, note: shipped > 0 ? `${sku}, ${shipped} sent already` : sku }}
            quantity={quantities[item_id] ?? quantity}
            least={0}
            onChange={(next) => setQuantity(item_id, wholeOf(next))}
            onRemove={() => setQuantity(item_id, 0)}
          />
        ))}
        {added.map((line) => (
          <ItemLine
            key={`new ${line.variation_id}`}
            line={{ name: line.name, price: line.price, note: `${line.sku}, new` }}
            quantity={line.quantity}
            least={0}
            onChange={(next) => setNew(line, wholeOf(next))}
            onRemove={() => setNew(line, 0)}
          />
        ))}
      </ul>
      {error && <p className={css.failure}>{error}</p>}
      <ProductSearch onAdd={(found) => setAdded(withOneMore(added, found))} />
    </section>
  )
}

/** An empty field is 0, which removes the line. */
const wholeOf = (entered: number) => Math.max(0, Math.trunc(entered) || 0)

const saveLabels = {
  none: 'Save the change',
  refund: 'Save the change',
  payment: 'Send the payment link',
  acceptance: 'Ask the customer',
}

function NewTotal({ change, order, quote }: { change: Change; order: OrderDetail; quote: ChangeQuote }) {
  const { money } = useFormat()
  const [days, setDays] = useState<number>(PAYMENT_LINK_DAYS.usual)
  const { totals, difference, settlement, added, kept } = quote
  const waits = settlement === 'payment' || settlement === 'acceptance'
  return (
    <section className={css.card} aria-label="New total">
      <h2>New total</h2>
      {quote.shipping_methods.length > 0 && (
        <Options
          label="Delivery"
          chosen={quote.shipping_method}
          options={quote.shipping_methods.map(({ code, name, amount }) => ({
            code,
            text:
              code === order.shipping_method.code
                ? `${name}, ${money(order.totals.shipping)} as agreed`
                : `${name}, ${amount.amount === 0 ? 'free' : money(amount)}`,
          }))}
          onChoose={(code) => void change.requestQuote(code === order.shipping_method.code ? '' : code)}
        />
      )}
      {added.map(({ name, quantity, price }) => (
        <p key={`${name} ${price.amount}`}>
          New: {quantity} × {name} at {money(price)}
        </p>
      ))}
      {kept.gifts.map((name) => (
        <p key={name}>
          {name} was free with what you remove, and stays. Remove it too if it should not be sent.
        </p>
      ))}
      {kept.discounts.map(({ name, amount }) => (
        <p key={name}>
          {money(amount)} of “{name}” stays, although what is left would not have it alone.
        </p>
      ))}
      <p>
        Items {money(totals.subtotal)}, discount {money(totals.discount)}, delivery {money(totals.shipping)}
        {totals.payment_fee.amount > 0 && `, fee ${money(totals.payment_fee)}`}
      </p>
      <p className={css.total} role="status">
        <strong>{money(totals.grand_total)}</strong> instead of {money(order.totals.grand_total)}
      </p>
      <p>{outcomeOf(quote, money({ ...difference, amount: Math.abs(difference.amount) }))}</p>
      {waits && <LinkDays name="days" onChoose={setDays} />}
      <Button
        isBusy={change.isBusy}
        disabled={!quote.is_different}
        onClick={() => void change.save(quote, days)}
      >
        {saveLabels[settlement]}
      </Button>
    </section>
  )
}

function outcomeOf({ is_different, settlement, difference }: ChangeQuote, amount: string): string {
  if (!is_different) return 'Nothing is different yet.'
  if (settlement === 'refund') return `${amount} goes back to the customer, the way the order was paid.`
  if (settlement === 'payment')
    return `The customer gets a link to pay ${amount}. The order is on hold until then, and the items are held.`
  if (settlement === 'acceptance')
    return `The order costs ${amount} more: the customer gets a message and accepts it. The order is on hold until then.`
  return difference.amount < 0
    ? `The customer pays ${amount} less, and gets a message.`
    : 'The total stays. The customer gets a message.'
}
