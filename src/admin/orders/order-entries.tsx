import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { LineDiscount } from '#contract/admin/orders.ts'
import { Button } from '#ui/button.tsx'
import { ApiError, api } from '../api.ts'
import { EntryField } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { queryKeys } from '../query-keys.ts'
import css from './phone-order.module.css'

export type Found = {
  variation_id: number
  name: string
  sku: string
  price: { amount: number; currency: string }
  stock: number | null
  /** What is promised of pieces beyond the stock. */
  ahead?: string | null
  /** Of the order that is replaced. */
  order_item_id?: number
}

/** A product that is chosen, or a line without one, with its quantity. */
export type Chosen = Found & {
  quantity: number
  discount?: LineDiscount | undefined
  custom?: { tax_class: string; hsn_code: string }
}

export const keyOf = ({ variation_id, order_item_id }: Found) => `${variation_id} ${order_item_id ?? ''}`

/** A product that is chosen again gets one piece more. */
export function withOneMore(lines: readonly Chosen[], found: Found): Chosen[] {
  const isKnown = lines.some((line) => keyOf(line) === keyOf(found))
  return isKnown
    ? lines.map((line) => (keyOf(line) === keyOf(found) ? { ...line, quantity: line.quantity + 1 } : line))
    : [...lines, { ...found, quantity: 1 }]
}

type LineProps = {
  line: { name: string; note: ReactNode; price: Found['price'] }
  quantity: number
  least: 0 | 1
  /** Not a number while the field is empty. */
  onChange: (quantity: number) => void
  onRemove: () => void
  /** Further actions. */
  children?: ReactNode
}

/** A line with its quantity; one of 0 is to be removed. */
export function ItemLine({ line, quantity, least, onChange, onRemove, children }: LineProps) {
  const { name, note, price } = line
  const { money } = useFormat()
  return (
    <li data-removed={quantity === 0 || undefined}>
      <span>
        <bdi>{name}</bdi> {typeof note === 'string' ? <small>{note}</small> : note}
      </span>
      <input
        type="number"
        min={least}
        max={9999}
        aria-label={`Quantity of ${name}`}
        value={quantity}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      <strong>{money({ ...price, amount: price.amount * quantity })}</strong>
      <div className={css.actions}>
        {children}
        <Button look="quiet" aria-label={`Remove ${name}`} disabled={quantity === 0} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}

/** One call at a time, and why the last one was refused. */
export function useCall(onRefused: () => void) {
  const [failure, setFailure] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)
  async function run<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (isBusy) return
    setBusy(true)
    try {
      const result = await work()
      setFailure(undefined)
      return result
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
      onRefused()
    } finally {
      setBusy(false)
    }
  }
  return { failure, isBusy, run }
}

export function ProductSearch({ onAdd }: { onAdd: (found: Found) => void }) {
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), 200)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isFetching } = useQuery({
    queryKey: queryKeys.phoneProducts(q),
    queryFn: async ({ signal }) => (await api.adminOrders.phoneForm({ q }, signal)).data.products,
    enabled: q.length > 1,
  })
  return (
    <>
      <EntryField
        label="Find a product"
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        hint="Name or SKU"
      />
      {q.length > 1 && (
        <FoundList
          label="Products found"
          found={data ?? []}
          isLoading={isFetching}
          empty={data && `Nothing found for “${q}”`}
          onAdd={onAdd}
        />
      )}
    </>
  )
}

type FoundProps = {
  label: string
  found: readonly Found[]
  isLoading?: boolean
  empty?: string | undefined
  onAdd: (found: Found) => void
}

/** Products with price and stock, each added by one press. */
export function FoundList({ label, found: all, isLoading, empty, onAdd }: FoundProps) {
  const { money, count } = useFormat()
  return (
    <ul className={css.found} aria-label={label} aria-busy={isLoading}>
      {all.length === 0 && empty && <li>{empty}</li>}
      {all.map((found) => (
        <li key={found.variation_id}>
          <span>
            {found.name} <small>{found.sku}</small>
          </span>
          <small>
            {found.stock === null
              ? ''
              : found.stock > 0
                ? `${count(found.stock)} in stock`
                : (found.ahead ?? 'Sold out')}
          </small>
          <strong>{money(found.price)}</strong>
          <Button
            look="secondary"
            disabled={found.stock === 0 && !found.ahead}
            aria-label={`Add ${found.name}`}
            onClick={() => onAdd(found)}
          >
            Add
          </Button>
        </li>
      ))}
    </ul>
  )
}

type OptionsProps = {
  label: string
  chosen: string | undefined
  options: readonly { code: string; text: string; isDisabled?: boolean }[]
  onChoose: (code: string) => void
}

export const Options = ({ label, chosen, options, onChoose }: OptionsProps) => (
  <fieldset className={css.options}>
    <legend>{label}</legend>
    {options.length === 0 && <p>Not possible for this address.</p>}
    {options.map(({ code, text, isDisabled }) => (
      <label key={code}>
        <input
          type="radio"
          name={label}
          checked={code === chosen}
          disabled={isDisabled}
          onChange={() => onChoose(code)}
        />
        {text}
      </label>
    ))}
  </fieldset>
)
