import { useState } from 'react'
import { EntryChoice, EntryField } from '#admin/parts/entry-field.tsx'
import { useFormat } from '#admin/parts/format.ts'
import { MoneyEntry, useCurrencyDigits } from '#admin/parts/money-entry.tsx'
import { entryStyles as parts } from '#admin/parts/styles.ts'
import type { VariationValues } from '#contract/admin/catalog/products.ts'
import { Button } from '#ui/button.tsx'
import { type ChangedField, changeVariations, type VariationGroup } from './change-variations.ts'
import css from './product-screen.module.css'
import { groupOf, SeveralRow } from './several-row.tsx'

type Props = {
  variations: VariationValues[]
  /** Positions of the variations that are ticked in the grid. */
  selected: ReadonlySet<number>
  groups: readonly VariationGroup[]
  onChange: (variations: VariationValues[]) => void
}

const prices = { selling_price: 'Price', mrp: 'Compare price' }
const fields: Record<ChangedField, string> = { ...prices, initial_stock: 'Stock of new variations' }

/** Sets a price, a compare price or a first stock of several variations, or changes prices by percent. */
export function ChangeSeveral({ variations, selected, groups, onChange }: Props) {
  const { count } = useFormat()
  const unit = 10 ** useCurrencyDigits()
  const [target, setTarget] = useState<string>()
  const [field, setField] = useState<ChangedField>('selling_price')
  const [way, setWay] = useState<'set' | 'percent'>('set')
  const [amount, setAmount] = useState<number | null>(null)
  const [typed, setTyped] = useState('')
  const [isWhole, setWhole] = useState(false)
  const [done, setDone] = useState('')
  const choices: Partial<typeof fields> = variations.some(({ id }) => id === null) ? fields : prices
  const group = groupOf(groups, target)
  const isSelection = target === 'selected' || (target === undefined && selected.size > 0)
  const positions = group?.positions ?? (isSelection ? selected : new Set(variations.keys()))
  const how = field === 'initial_stock' ? 'set' : way
  const isMoney = field !== 'initial_stock' && how === 'set'
  const number = typed.trim() === '' ? Number.NaN : Number(typed)
  const isReady =
    positions.size > 0 && (isMoney ? amount !== null || field === 'mrp' : Number.isFinite(number))

  function apply() {
    onChange(
      changeVariations(
        variations,
        positions,
        how === 'percent' && field !== 'initial_stock'
          ? { how, field, percent: Math.max(-100, number), step: isWhole ? unit : 1 }
          : { how: 'set', field, amount: isMoney ? amount : Math.max(0, Math.round(number)) },
      ),
    )
    setDone(`${fields[field]} changed for ${many(positions.size)}. Save to apply it to the shop.`)
  }
  const many = (size: number) => `${count(size)} ${size === 1 ? 'variation' : 'variations'}`

  return (
    <details className={css.generator}>
      <summary>Change several variations</summary>
      <SeveralRow
        target={group ? (target ?? 'all') : isSelection ? 'selected' : 'all'}
        total={variations.length}
        selected={selected.size}
        groups={groups}
        onTarget={setTarget}
        field={<EntryChoice label="Field" value={field} options={choices} onChoose={setField} />}
        way={how}
        ways={{ set: 'Set to', ...(field !== 'initial_stock' && { percent: 'By percent' }) }}
        onWay={setWay}
      >
        {isMoney ? (
          <div className={parts.field}>
            <span aria-hidden="true">Amount</span>
            <MoneyEntry label="Amount" value={amount} onChange={setAmount} />
          </div>
        ) : (
          <EntryField
            label={how === 'percent' ? 'Percent' : 'Pieces'}
            type="number"
            step={how === 'percent' ? 0.1 : 1}
            value={typed}
            onChange={({ target: { value } }) => setTyped(value)}
          />
        )}
        {how === 'percent' && (
          <EntryChoice
            label="Rounding"
            value={isWhole ? 'whole' : 'exact'}
            options={{ exact: 'To the smallest coin', whole: 'To whole amounts' }}
            onChoose={(value) => setWhole(value === 'whole')}
          />
        )}
        <Button look="secondary" disabled={!isReady} onClick={apply}>
          Apply to {many(positions.size)}
        </Button>
        <p className={css.hint} role="status">
          {done}
        </p>
      </SeveralRow>
    </details>
  )
}
