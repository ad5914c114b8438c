import { memo } from 'react'
import { useFormat } from '#admin/parts/format.ts'
import { MoneyEntry } from '#admin/parts/money-entry.tsx'
import { WholeEntry } from '#admin/parts/number-entry.tsx'
import { entryStyles as parts } from '#admin/parts/styles.ts'
import { useSession } from '#admin/session-context.ts'
import type { VariationValues } from '#contract/admin/catalog/products.ts'
import css from './product-screen.module.css'

/** What a row wants of the grid, at its position. */
export type RowAction = { change: Partial<VariationValues> } | { select: boolean } | 'make default' | 'remove'

type Props = {
  variation: VariationValues
  at: number
  name: string
  isReadOnly: boolean
  /** There are others: one of them is the default, and each can be removed. */
  hasSeveral: boolean
  hasNew: boolean
  isSelected: boolean
  /** Fields that were refused, with commas. */
  refused: string
  /** The same function at every rendering, so that only a row that changes is rendered. */
  act: (at: number, action: RowAction) => void
}

const placeholders = { sku: 'Automatic', barcode: undefined, content: '250 ml' }

/** The cells of a row, by what is typed into them. */
function cellsOf({ variation, at, name, isReadOnly, refused, act }: Props) {
  const onChange = (change: Partial<VariationValues>) => act(at, { change })
  const hasError = (field: keyof VariationValues) => refused.split(',').includes(field)
  const money = (field: 'selling_price' | 'mrp' | 'cost', label: string) => (
    <td className={css.money} data-label={label} data-field={field}>
      <MoneyEntry
        label={`${label} of ${name}`}
        value={variation[field] ?? null}
        isReadOnly={isReadOnly}
        hasError={hasError(field)}
        isRequired={field === 'selling_price'}
        onChange={(value) => (value !== null || field !== 'selling_price') && onChange({ [field]: value })}
      />
    </td>
  )
  const whole = (field: 'initial_stock' | 'weight_g', label: string) => (
    <WholeEntry
      label={`${label} of ${name}`}
      value={variation[field]}
      isReadOnly={isReadOnly}
      hasError={hasError(field)}
      onChange={(value) => onChange({ [field]: value })}
    />
  )
  const text = (field: 'sku' | 'barcode' | 'content', label: string) => (
    <td className={css.sku} data-label={label} data-field={field}>
      <input
        className={parts.input}
        aria-label={`${label} of ${name}`}
        aria-invalid={hasError(field) || undefined}
        readOnly={isReadOnly}
        placeholder={placeholders[field]}
        value={variation[field] ?? ''}
        onChange={({ target }) => onChange({ [field]: target.value })}
      />
    </td>
  )
  const check = (field: 'tracks_stock' | 'is_published', label: string) => (
    <td className={css.check} data-label={label}>
      <input
        type="checkbox"
        aria-label={`${label}: ${name}`}
        disabled={isReadOnly}
        checked={variation[field]}
        onChange={({ target }) => onChange({ [field]: target.checked })}
      />
    </td>
  )
  return { money, whole, text, check }
}

/** One variation. */
export const VariationRow = memo(function VariationRow(props: Props) {
  const { variation, at, name, isReadOnly, hasSeveral, hasNew, isSelected, act } = props
  const { money, whole, text, check } = cellsOf(props)
  return (
    <tr data-at={at} aria-rowindex={at + 2}>
      {hasSeveral && !isReadOnly && (
        <td className={css.check} data-label="Select">
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={isSelected}
            onChange={({ target }) => act(at, { select: target.checked })}
          />
        </td>
      )}
      {(hasSeveral || variation.options.length > 0) && <th scope="row">{name}</th>}
      {text('sku', 'SKU')}
      {money('selling_price', 'Price')}
      {money('mrp', 'Compare price')}
      {money('cost', 'Cost')}
      <td className={css.margin} data-label="Margin">
        <Margin variation={variation} />
      </td>
      {hasNew &&
        (variation.id === null ? (
          <td className={css.short} data-label="Stock" data-field="initial_stock">
            {whole('initial_stock', 'Stock')}
          </td>
        ) : (
          <td />
        ))}
      {check('tracks_stock', 'Count stock')}
      <td className={css.short} data-label="Weight (g)" data-field="weight_g">
        {whole('weight_g', 'Weight')}
      </td>
      {text('content', 'Content')}
      {text('barcode', 'Barcode')}
      {check('is_published', 'Published')}
      {hasSeveral && <LastCells {...props} />}
    </tr>
  )
})

/** What is left of the price, before tax and fees, and its share of the price. */
function Margin({ variation: { selling_price, cost } }: Pick<Props, 'variation'>) {
  const { money } = useFormat()
  const { currency } = useSession().session.shop
  if (cost === null || cost === undefined || selling_price === 0) return null
  const left = selling_price - cost
  return (
    <span title={money({ amount: left, currency })} data-tone={left < 0 ? 'bad' : undefined}>
      {Math.round((left / selling_price) * 100)} %
    </span>
  )
}

const LastCells = ({ variation, at, name, isReadOnly, act }: Props) => (
  <>
    <td className={css.check} data-label="Default">
      <input
        type="radio"
        name="default-variation"
        aria-label={`Default: ${name}`}
        disabled={isReadOnly}
        checked={variation.is_default}
        onChange={() => act(at, 'make default')}
      />
    </td>
    <td className={css.rowActions}>
      {!isReadOnly && (
        <button type="button" aria-label={`Remove ${name}`} onClick={() => act(at, 'remove')}>
          Remove
        </button>
      )}
    </td>
  </>
)
