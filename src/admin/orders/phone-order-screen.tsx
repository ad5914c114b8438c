import { type RefObject, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { OrderDetail, PhoneOrder as PhoneOrderEntries } from '#contract/admin/orders.ts'
import type { Cart } from '#contract/cart.ts'
import { PAYMENT_LINK_DAYS, QUOTE_DAYS } from '#contract/rules/payment-methods.ts'
import { Button } from '#ui/button.tsx'
import { type ApiError, api } from '../api.ts'
import { EntryChoice, EntryField, EntryText } from '../parts/entry-field.tsx'
import { NotLoaded } from '../parts/failure.tsx'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { useCurrencyDigits } from '../parts/money-entry.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { Refusal } from '../parts/record-notices.tsx'
import { BackLink, useTitle } from '../parts/screen-frame.tsx'
import { leaveUnsaved, useUnsavedWarning } from '../parts/use-unsaved-warning.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { AddressEntries, addressEntries, useAddressForm } from './address-entries.tsx'
import { AddCustomLine } from './custom-line.tsx'
import { ExchangeScreen } from './exchange-screen.tsx'
import { type Chosen, type Found, ProductSearch, useCall, withOneMore } from './order-entries.tsx'
import { LinkDays } from './payment-link.tsx'
import css from './phone-order.module.css'
import {
  type Choice,
  ChosenLines,
  choiceOf,
  customOf,
  itemsOf,
  MethodOptions,
  QuotedForm,
  readinessOf,
} from './quoted-order.tsx'
import { DiscountEntries, ReplacedItems, readDiscount } from './staff-discount.tsx'
import { usePhoneFormFilling } from './use-phone-form-filling.ts'

/** An order that staff take on the phone, or one for items of another: `?replaces=<id>`, `?exchanges=<id>`. */
export default function PhoneOrderScreen() {
  const [query] = useSearchParams()
  const exchanged = query.get('exchanges')
  return exchanged === null ? (
    <PhoneOrder id={query.get('replaces')} />
  ) : (
    <ExchangeScreen key={exchanged} id={exchanged} />
  )
}

function PhoneOrder({ id }: { id: string | null }) {
  const { data, error, isLoading, refetch } = useAnswer(
    queryKeys.record('orders', id ?? ''),
    (signal) => api.adminOrders.get({ id: Number(id) }, signal),
    { enabled: id !== null },
  )
  if (isLoading) return <p role="status">Loading the order …</p>
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  return <NewOrder key={id} replaced={data} />
}

type NewOrderProps = { replaced: OrderDetail | undefined }

/** Products, customer and address, then the total to quote before it is placed. */
function NewOrder({ replaced }: NewOrderProps) {
  const title = replaced ? `Replacement for ${replaced.order_no}` : 'New order'
  useTitle(title)
  const form = useRef<HTMLFormElement>(null)
  const order = usePhoneOrder(form, replaced)
  const { lines, changeLines, quote, forgetQuote, failure, isBusy, requestQuote } = order
  const { filling, onField, use, undo } = usePhoneFormFilling(form, forgetQuote)
  const errors = failure?.errors ?? {}
  const errorsOf = (name: string) => errors[name] ?? errors[`address.${name}`]
  return (
    <>
      {replaced ? (
        <BackLink to={`/orders/${replaced.id}/show`}>{replaced.order_no}</BackLink>
      ) : (
        <BackLink to="/orders">Orders</BackLink>
      )}
      <h1>{title}</h1>
      {failure && <Refusal of={failure} />}
      <Products
        lines={lines}
        replaced={replaced}
        error={(errors.items ?? errors.replaces)?.[0]}
        onChange={changeLines}
      />
      <QuotedForm
        {...{ form, isBusy }}
        label="Work out the total"
        hasQuote={quote !== undefined}
        isDisabled={lines.length === 0}
        onChange={({ target }) => {
          forgetQuote()
          if (target instanceof HTMLInputElement) onField(target.name, target.value)
        }}
        onSubmit={() => void requestQuote()}
      >
        <div className={css.column}>
          <Customer {...{ replaced, failure, filling, use, undo }} />
          <DiscountEntries errors={errors} isReplacement={replaced !== undefined} />
        </div>
        <section className={css.card} aria-label="Address">
          <h2>Address</h2>
          <AddressEntries errorsOf={errorsOf} without={['phone']} values={replaced?.shipping_address} />
        </section>
      </QuotedForm>
      {quote && <Total order={order} quote={quote} />}
    </>
  )
}

type CustomerProps = NewOrderProps &
  Pick<ReturnType<typeof usePhoneFormFilling>, 'filling' | 'use' | 'undo'> & { failure: ApiError | undefined }

function Customer({ replaced, failure, filling, use, undo }: CustomerProps) {
  const errors = failure?.errors ?? {}
  return (
    <section className={css.card} aria-label="Customer">
      <h2>Customer</h2>
      <EntryField
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="off"
        defaultValue={replaced?.phone ?? ''}
        errors={errors.phone ?? errors['address.phone']}
      />
      {filling && (
        <p role="status" className={css.caller}>
          {filling.before ? `Filled in from ${filling.caller.source}.` : callerText(filling.caller)}{' '}
          {filling.before ? (
            <Button look="quiet" onClick={() => undo(filling)}>
              Undo
            </Button>
          ) : (
            <Button look="quiet" onClick={() => use(filling.caller)}>
              Use these details
            </Button>
          )}
        </p>
      )}
      <EntryField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="off"
        defaultValue={replaced?.email ?? ''}
        errors={errors.email}
      />
      <EntryText label="Note" name="instruction" errors={errors.instruction} />
      {!replaced && <EntryField label="Coupon" name="coupon" autoComplete="off" errors={errors.coupon} />}
    </section>
  )
}

/** The lines, the total that was worked out for them, and the calls. What changes afterwards no longer belongs to that total. */
function usePhoneOrder(form: RefObject<HTMLFormElement | null>, replaced: OrderDetail | undefined) {
  const navigate = useNavigate()
  const [lines, setLines] = useState<readonly Chosen[]>([])
  const [quote, setQuote] = useState<Cart>()
  const [choice, setChoice] = useState<Choice>({})
  const { failure, isBusy, run } = useCall(() => setQuote(undefined))
  // One key for all tries of this order.
  const [session] = useState(() => crypto.randomUUID())
  const [key] = useState(() => crypto.randomUUID())
  const addressForm = useAddressForm()
  const unit = 10 ** useCurrencyDigits()
  useUnsavedWarning(lines.length > 0)

  function entries(next: Choice): PhoneOrderEntries {
    const address = readEntries(
      form.current,
      addressEntries(() => undefined),
    )
    return {
      session,
      items: itemsOf(lines),
      custom: customOf(lines),
      discount: readDiscount(form.current, unit),
      replaces: replaced?.id,
      ...readEntries(form.current, {
        phone: entry.text,
        email: entry.text,
        instruction: entry.text,
        coupon: entry.optionalText,
      }),
      ...next,
      address: { ...address, country_id: addressForm?.country_id ?? 1 },
    }
  }

  async function requestQuote(next: Choice = choice) {
    setChoice(next)
    const answer = await run(async () => api.adminOrders.quote(entries(next)))
    if (!answer) return
    setQuote(answer.data)
    setChoice(choiceOf(answer.data))
  }

  async function place({ grand_total }: Cart, valid: Valid) {
    const agreed = { idempotency_key: key, expected_total: grand_total.amount, ...valid }
    const placed = await run(async () => api.adminOrders.create({ ...entries(choice), ...agreed }))
    if (!placed) return
    leaveUnsaved()
    showMessage(placed.message ?? 'Order placed')
    navigate(`/orders/${placed.data.id}/show`, { replace: true })
  }

  const forgetQuote = () => setQuote(undefined)
  const changeLines = (next: readonly Chosen[]) => {
    setLines(next)
    forgetQuote()
  }
  return { lines, changeLines, quote, forgetQuote, choice, failure, isBusy, requestQuote, place }
}

type ProductsProps = {
  lines: readonly Chosen[]
  replaced: OrderDetail | undefined
  error: string | undefined
  onChange: (lines: readonly Chosen[]) => void
}

function Products({ lines, replaced, error, onChange }: ProductsProps) {
  const add = (found: Found) => onChange(withOneMore(lines, found))
  return (
    <section className={css.card} aria-label="Products">
      <h2>Products</h2>
      {replaced && <ReplacedItems order={replaced} onAdd={add} />}
      <ProductSearch onAdd={add} />
      <AddCustomLine lines={lines} onAdd={(line) => onChange([...lines, line])} />
      {error && <p className={css.failure}>{error}</p>}
      <ChosenLines title="In this order" lines={lines} onChange={onChange} />
    </section>
  )
}

/** How long the customer has to pay a link, or to accept a quote. */
type Valid = { link_days: number; quote_days?: number }

type TotalProps = { order: ReturnType<typeof usePhoneOrder>; quote: Cart }

function Total({ order: { choice, isBusy, requestQuote, place }, quote }: TotalProps) {
  const { money } = useFormat()
  const [linkDays, setLinkDays] = useState<number>(PAYMENT_LINK_DAYS.usual)
  const [quoteDays, setQuoteDays] = useState<number>(QUOTE_DAYS.usual)
  const [sent, setSent] = useState<keyof typeof linkTexts>('link')
  const isDue = quote.grand_total.amount > 0
  const { isComplete, hasLink } = readinessOf(quote, choice, isDue)
  return (
    <section className={css.card} aria-label="Total">
      <h2>Delivery and payment</h2>
      <MethodOptions
        {...{ choice, isDue }}
        cart={quote}
        paymentLabel="Payment"
        onChoose={(next) => void requestQuote(next)}
      >
        <p>Nothing is due: no payment is requested.</p>
      </MethodOptions>
      {quote.discount_total.amount > 0 && <p>Discount {money(quote.discount_total)}</p>}
      <p className={css.total}>
        Total <strong>{money(quote.grand_total)}</strong>
      </p>
      {isDue && <p>Tell the customer the total, and that the terms of the shop apply.</p>}
      {hasLink && (
        <>
          <EntryChoice
            label="The customer gets"
            options={{ link: 'A payment link', quote: 'A quote with all prices' }}
            value={sent}
            onChoose={setSent}
          />
          <p>{linkTexts[sent].help}</p>
          <LinkDays name="days" of={sent} onChoose={sent === 'link' ? setLinkDays : setQuoteDays} />
        </>
      )}
      <Button
        isBusy={isBusy}
        disabled={!isComplete}
        onClick={() =>
          void place(quote, {
            link_days: linkDays,
            ...(hasLink && sent === 'quote' && { quote_days: quoteDays }),
          })
        }
      >
        {hasLink ? linkTexts[sent].button : 'Place the order'}
      </Button>
    </section>
  )
}

const linkTexts = {
  link: {
    help: 'The customer gets a message with the link. The items are held until it ends.',
    button: 'Place the order and send the link',
  },
  quote: {
    help: 'The customer gets the quote by mail and SMS, and accepts it by paying. The items are held until it expires.',
    button: 'Send the quote',
  },
} as const

const callerText = ({ source, values }: { source: string; values: Readonly<Record<string, string>> }) =>
  `Known from ${source}: ${[values.first_name, values.last_name].filter(Boolean).join(' ')}${values.city ? `, ${values.city}` : ''}.`
