import type { ReactNode } from 'react'
import type { Order } from '#contract/checkout.ts'
import { CheckField } from '#ui/check-field.tsx'
import { QuantityStepper } from '#ui/quantity-stepper.tsx'
import css from './piece-picker.module.css'

export type Item = Order['productchannel'][number]
/** Selected pieces by line id; a line without an entry is not selected. */
export type Picked = ReadonlyMap<number, number>

type Props = {
  legend: string
  items: readonly Item[]
  picked: Picked
  onPick: (picked: Picked) => void
  error?: string | undefined
  /** Shown below a selected item. */
  more?: (item: Item) => ReactNode
}

/** Selects items and the quantity of each. */
export function PiecePicker({ legend, items, picked, onPick, error, more }: Props) {
  const pick = (id: number, quantity: number) => {
    const next = new Map(picked)
    if (quantity > 0) next.set(id, quantity)
    else next.delete(id)
    onPick(next)
  }
  return (
    <fieldset className={css.picker} aria-describedby={error ? 'pieces-error' : undefined}>
      <legend className={css.legend}>{legend}</legend>
      {items.map((item) => {
        const { id, name, quantity } = item
        const count = picked.get(id)
        return (
          <div key={id} className={css.item}>
            <div className={css.row}>
              <CheckField
                label={name}
                checked={count !== undefined}
                onChange={({ target }) => pick(id, target.checked ? quantity : 0)}
              />
              {count !== undefined && quantity > 1 && (
                <QuantityStepper
                  label={`How many of ${name}`}
                  quantity={count}
                  min={1}
                  max={quantity}
                  onChange={(next) => pick(id, next)}
                />
              )}
            </div>
            {count !== undefined && more?.(item)}
          </div>
        )
      })}
      {error && (
        <p id="pieces-error" className={css.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
