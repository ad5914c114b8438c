import type { ReactNode } from 'react'
import type { OrderDetail, StaffDiscount } from '#contract/admin/orders.ts'
import { Button } from '#ui/button.tsx'
import { refusal } from '../api.ts'
import { EntryField } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { parseAmount } from '../parts/money-entry.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import css from './phone-order.module.css'

type EntriesProps = { errors: Readonly<Record<string, string[]>>; isReplacement: boolean }

/** What staff take off an order by phone. A replacement begins as free of charge. */
export const DiscountEntries = ({ errors, isReplacement }: EntriesProps) => (
  <section className={css.card} aria-label="Discount">
    <h2>Discount</h2>
    <DiscountFields
      label="Off the items"
      names={{ off: 'discount', reason: 'discount_reason' }}
      off={isReplacement ? '100%' : ''}
      errors={{
        discount: errors['discount.amount'] ?? errors['discount.percent'],
        discount_reason: errors['discount.reason'],
      }}
    >
      <label className={css.choice}>
        <input type="checkbox" name="free_delivery" value="yes" defaultChecked={isReplacement} /> Free
        delivery
      </label>
    </DiscountFields>
  </section>
)

type FieldsProps = {
  label: string
  names: { off: string; reason: string }
  off?: string | undefined
  reason?: string | undefined
  /** By the name of the field. */
  errors: Readonly<Record<string, string[] | undefined>>
  children?: ReactNode
}

/** What is taken off, and why. */
export const DiscountFields = ({ label, names, off = '', reason = '', errors, children }: FieldsProps) => (
  <>
    <EntryField
      label={label}
      name={names.off}
      autoComplete="off"
      defaultValue={off}
      errors={errors[names.off]}
      hint={measures}
    />
    {children}
    <EntryField
      label="Reason"
      name={names.reason}
      autoComplete="off"
      maxLength={200}
      defaultValue={reason}
      errors={errors[names.reason]}
      hint="For staff: the customer sees the discount only"
    />
  </>
)

/** @throws a refusal at `field` for a text that is neither an amount nor a share of at most 100 % */
export function readMeasure(text: string, unit: number, field: string): { amount: number; percent: number } {
  const isShare = text.endsWith('%')
  const value = parseAmount(isShare ? text.slice(0, -1) : text, isShare ? 1 : unit)
  if (value === null || (isShare && value > 100))
    throw refusal('The given data was invalid.', { [field]: [`Enter ${measures.toLowerCase()}`] })
  return isShare ? { amount: 0, percent: value } : { amount: value, percent: 0 }
}

const measures = 'An amount such as 150, or a share such as 10%'

/**
 * @param unit minor units of a major one
 * @returns undefined for an order without a discount
 * @throws a refusal at `discount.amount` for a text that is neither an amount nor a share
 */
export function readDiscount(form: HTMLFormElement | null, unit: number): StaffDiscount | undefined {
  const { discount, free, reason } = readEntries(form, {
    discount: entry.trimmed,
    free: (entries) => entries.get('free_delivery') === 'yes',
    reason: (entries) => entry.trimmed(entries, 'discount_reason'),
  })
  if (discount === '' && !free) return undefined
  const measure = discount === '' ? { amount: 0, percent: 0 } : readMeasure(discount, unit, 'discount.amount')
  return { ...measure, free_delivery: free, reason }
}

type Line = {
  variation_id: number
  name: string
  sku: string
  price: { amount: number; currency: string }
  stock: null
  order_item_id: number
}

type ReplacedProps = { order: OrderDetail; onAdd: (line: Line) => void }

/** The items of the order that is replaced. None is chosen beforehand. */
export function ReplacedItems({ order, onAdd }: ReplacedProps) {
  const { money, count } = useFormat()
  return (
    <>
      <h3>Items of {order.order_no}</h3>
      <ul className={css.found} aria-label={`Items of ${order.order_no}`}>
        {order.productchannel.map(({ id, product_id, name, sku, price, quantity, additonal_data }) => (
          <li key={id}>
            <span>
              {name} <small>{sku}</small>
              {additonal_data?.custom_text && <small> “{additonal_data.custom_text}”</small>}
            </span>
            <small>{count(quantity)} ordered</small>
            <strong>{money(price)}</strong>
            <Button
              look="secondary"
              disabled={product_id === null}
              aria-label={`Add ${name}`}
              onClick={() =>
                product_id !== null &&
                onAdd({ variation_id: product_id, name, sku, price, stock: null, order_item_id: id })
              }
            >
              Add
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
