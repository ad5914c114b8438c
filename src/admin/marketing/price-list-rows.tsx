import type { ReactNode } from 'react'
import type { ListedGoods, ListPriceValues } from '#contract/admin/marketing/price-lists.ts'
import { Button } from '#ui/button.tsx'
import { useFormat } from '../parts/format.ts'
import { MoneyEntry } from '../parts/money-entry.tsx'
import { WholeEntry } from '../parts/number-entry.tsx'
import css from './price-list-form.module.css'

type TableProps = { currency: string; readOnly: boolean; children: ReactNode }

export const PriceTable = ({ currency, readOnly, children }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard.
  <section className={css.scroller} tabIndex={0} aria-label="Prices of the list">
    <table className={css.prices}>
      <thead>
        <tr>
          <th scope="col">Goods</th>
          <th scope="col" data-number="">
            Usual price
          </th>
          <th scope="col">Pieces, from</th>
          <th scope="col">Price ({currency})</th>
          {!readOnly && (
            <th scope="col">
              <span className="visually-hidden">Change</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
)

type RowProps = {
  item: ListPriceValues
  /** Undefined until they are read. */
  goods: ListedGoods | undefined
  /** The prices of the same goods, with this one. */
  group: readonly ListPriceValues[]
  currency: string
  errors: { goods: string | undefined; quantity: string | undefined; price: string | undefined }
  readOnly: boolean
  onChange: (item: ListPriceValues) => void
  /** Of the first price of the goods. */
  onAdd: (() => void) | undefined
  onRemove: () => void
}

/** One price. The first one of its goods names them. */
export function PriceRow({
  item,
  goods,
  group,
  currency,
  errors,
  readOnly,
  onChange,
  onAdd,
  onRemove,
}: RowProps) {
  const { money } = useFormat()
  const name = goods?.name ?? `Variation ${item.variation_id}`
  const isFirst = onAdd !== undefined
  const of = isFirst && group.length === 1 ? name : `${name} from ${item.min_quantity}`
  return (
    <tr data-further={isFirst ? undefined : ''}>
      <th scope="row">
        <span className={isFirst ? undefined : 'visually-hidden'}>{name}</span>
        {isFirst && (
          <div className={css.below}>
            <small>{goods?.sku}</small>
            {!readOnly && (
              <Button look="quiet" aria-label={`Add quantity of ${name}`} onClick={onAdd}>
                Add quantity
              </Button>
            )}
          </div>
        )}
        {errors.goods && <small data-tone="bad">{errors.goods}</small>}
      </th>
      <td data-number="">
        {isFirst && goods && (goods.price === null ? 'Not sold' : money({ amount: goods.price, currency }))}
      </td>
      <td className={css.pieces} data-label={isFirst ? 'Pieces' : undefined}>
        <WholeEntry
          label={`Pieces of ${of}`}
          value={item.min_quantity}
          isReadOnly={readOnly}
          hasError={errors.quantity !== undefined}
          isRequired
          onChange={(min_quantity) => min_quantity !== null && onChange({ ...item, min_quantity })}
        />
        {errors.quantity && <small data-tone="bad">{errors.quantity}</small>}
      </td>
      <td className={css.money} data-label={isFirst ? 'Price' : undefined}>
        <MoneyEntry
          label={`Price of ${of}`}
          value={item.price}
          currency={currency}
          isReadOnly={readOnly}
          hasError={errors.price !== undefined}
          isRequired
          onChange={(price) => price !== null && onChange({ ...item, price })}
        />
        {errors.price && <small data-tone="bad">{errors.price}</small>}
        <small>{uselessBecause(item, group, goods)}</small>
      </td>
      {!readOnly && (
        <td className={css.actions}>
          <Button look="quiet" aria-label={`Remove ${of}`} onClick={onRemove}>
            Remove
          </Button>
        </td>
      )}
    </tr>
  )
}

/** Why a price changes nothing; undefined where it does. */
export function uselessBecause(
  { min_quantity, price }: ListPriceValues,
  group: readonly ListPriceValues[],
  goods: Pick<ListedGoods, 'price' | 'max_quantity'> | undefined,
): string | undefined {
  if (goods && min_quantity > goods.max_quantity) return `At most ${goods.max_quantity} are sold at once`
  if (typeof goods?.price === 'number' && price >= goods.price) return 'Not below the usual price'
  const better = group.find((other) => other.min_quantity < min_quantity && other.price <= price)
  return better && `Not below the price from ${better.min_quantity}`
}
