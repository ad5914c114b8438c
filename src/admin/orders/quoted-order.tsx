import type { FormEvent, ReactNode, RefObject } from 'react'
import type { OrderDetail } from '#contract/admin/orders.ts'
import type { Cart } from '#contract/cart.ts'
import { isPaidFirst } from '#contract/rules/payment-methods.ts'
import { Button } from '#ui/button.tsx'
import { api } from '../api.ts'
import { useFormat } from '../parts/format.ts'
import { BackLink, useTitle } from '../parts/screen-frame.tsx'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { DiscountLine, DiscountText } from './custom-line.tsx'
import { type Chosen, ItemLine, keyOf, Options } from './order-entries.tsx'
import css from './phone-order.module.css'

type ScreenProps<Quote> = {
  id: string
  /** Before the number of the order. */
  verb: string
  queryKey: readonly unknown[]
  /** The quote without any entry. */
  readPresent: Parameters<typeof useAnswer<Quote>>[1]
  children: (order: OrderDetail, present: Quote) => ReactNode
}

/** The frame of a screen that works on an order as it is now. */
export function OrderFormScreen<Quote>({ id, verb, queryKey, readPresent, children }: ScreenProps<Quote>) {
  const order = useAnswer(queryKeys.record('orders', id), (signal) =>
    api.adminOrders.get({ id: Number(id) }, signal),
  )
  const present = useAnswer(queryKey, readPresent, { gcTime: 0 })
  const title = `${verb} ${order.data?.order_no ?? 'order'}`
  useTitle(title)
  const error = order.error ?? present.error
  return (
    <>
      <BackLink to={`/orders/${id}/show`}>{order.data?.order_no ?? 'Order'}</BackLink>
      <h1>{title}</h1>
      {error ? (
        <p role="alert">{error.message}</p>
      ) : order.data && present.data ? (
        children(order.data, present.data)
      ) : (
        <p role="status">Loading the order …</p>
      )}
    </>
  )
}

type FormProps = {
  form: RefObject<HTMLFormElement | null>
  /** The button that asks for the quote; it is shown while there is none for the entries. */
  label: string
  hasQuote: boolean
  isBusy: boolean
  isDisabled?: boolean
  onChange: (event: FormEvent<HTMLFormElement>) => void
  onSubmit: () => void
  children: ReactNode
}

/** Entries in columns that are quoted before anything is saved. */
export function QuotedForm({ form, label, hasQuote, isBusy, isDisabled, ...props }: FormProps) {
  return (
    <form
      ref={form}
      className={css.columns}
      noValidate
      onChange={props.onChange}
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit()
      }}
    >
      {props.children}
      {!hasQuote && (
        <div className={css.bar}>
          <Button type="submit" isBusy={isBusy} disabled={isDisabled}>
            {label}
          </Button>
        </div>
      )}
    </form>
  )
}

type LinesProps = { title: string; lines: readonly Chosen[]; onChange: (lines: readonly Chosen[]) => void }

/** The products that are chosen, each with at least one piece. */
export function ChosenLines({ title, lines, onChange }: LinesProps) {
  return (
    <>
      {lines.length > 0 && <h3>{title}</h3>}
      <ul className={css.lines}>
        {lines.map((line) => (
          <ItemLine
            key={keyOf(line)}
            line={{
              name: line.name,
              note: (
                <>
                  <small>{line.custom ? `Custom line, ${line.custom.tax_class} tax` : line.sku}</small>{' '}
                  {line.ahead && line.quantity > (line.stock ?? 0) && <small>{line.ahead}</small>}{' '}
                  <DiscountText line={line} />
                </>
              ),
              price: line.price,
            }}
            quantity={line.quantity}
            least={1}
            onChange={(entered) => {
              const quantity = Math.max(1, entered || 1)
              onChange(lines.map((one) => (one === line ? { ...one, quantity } : one)))
            }}
            onRemove={() => onChange(lines.filter((one) => one !== line))}
          >
            <DiscountLine
              line={line}
              onChange={(discount) =>
                onChange(lines.map((one) => (one === line ? { ...one, discount } : one)))
              }
            />
          </ItemLine>
        ))}
      </ul>
    </>
  )
}

/** The products as the calls send them. */
export const itemsOf = (lines: readonly Chosen[]) =>
  lines
    .filter(({ custom }) => !custom)
    .map(({ variation_id, quantity, order_item_id, discount }) => ({
      ...{ variation_id, quantity, order_item_id, discount },
    }))

/** The lines without a product as the calls send them. */
export const customOf = (lines: readonly Chosen[]) =>
  lines.flatMap(({ name, quantity, price, custom, discount }) =>
    custom ? [{ name, quantity, unit_price: price.amount, ...custom, discount }] : [],
  )

/** Codes of the methods of delivery and payment; what is left out is not chosen. */
export type Choice = { shipping_method?: string; payment_method?: string }

/** The methods that a quote was made with. */
export const choiceOf = ({
  shipping_method,
  cart_payment_method,
}: Pick<Cart, 'shipping_method' | 'cart_payment_method'>): Choice => ({
  ...(shipping_method && { shipping_method: shipping_method.code }),
  ...(cart_payment_method && { payment_method: cart_payment_method.code }),
})

/** Whether an order with these methods can be placed, and whether its customer gets a payment link. */
export function readinessOf({ cart_payment_methods }: Cart, choice: Choice, isDue: boolean) {
  const payment = cart_payment_methods.find(
    ({ code, is_available }) => is_available && code === choice.payment_method,
  )
  return {
    isComplete: choice.shipping_method !== undefined && payment !== undefined,
    hasLink: isDue && payment !== undefined && isPaidFirst(payment.code),
  }
}

type MethodsProps = {
  cart: Cart
  choice: Choice
  /** Without it no method is requested, and `children` is shown instead. */
  isDue: boolean
  paymentLabel: string
  onChoose: (choice: Choice) => void
  children?: ReactNode
}

/** The methods of delivery, and of payment where something is due. */
export function MethodOptions({ cart, choice, isDue, paymentLabel, onChoose, children }: MethodsProps) {
  const { money } = useFormat()
  return (
    <div className={css.columns}>
      <Options
        label="Delivery"
        chosen={choice.shipping_method}
        options={cart.shipping_methods.map(({ code, name, amount }) => ({
          code,
          text: `${name}, ${amount.amount === 0 ? 'free' : money(amount)}`,
        }))}
        onChoose={(shipping_method) => onChoose({ ...choice, shipping_method })}
      />
      {isDue ? (
        <Options
          label={paymentLabel}
          chosen={choice.payment_method}
          options={cart.cart_payment_methods.map(({ code, name, is_available, reason }) => ({
            code,
            text: !is_available
              ? `${name}: ${reason}`
              : isPaidFirst(code)
                ? `${name}, by a payment link`
                : name,
            isDisabled: !is_available,
          }))}
          onChoose={(payment_method) => onChoose({ ...choice, payment_method })}
        />
      ) : (
        children
      )}
    </div>
  )
}
