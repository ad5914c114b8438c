import { type ReactNode, useState } from 'react'
import { MoneyEntry } from '#admin/parts/money-entry.tsx'
import { WholeEntry } from '#admin/parts/number-entry.tsx'
import { entryStyles as parts, screenStyles as screen } from '#admin/parts/styles.ts'
import type { ChosenOption, VariationValues } from '#contract/admin/catalog/products.ts'
import { ChangeSeveral } from './change-several.tsx'
import { groupsOf } from './change-variations.ts'
import { OptionEditor } from './option-editor.tsx'
import { namesOf } from './option-rows.ts'
import css from './product-screen.module.css'
import { useProductOptions } from './use-product-options.ts'

type Props = {
  variations: VariationValues[]
  errors: Record<string, string[]>
  isReadOnly: boolean
  onChange: (variations: VariationValues[]) => void
}

/** Prices and SKUs of all variations as a grid. A new variation has a stock; later changes of stock have a reason. */
export function ProductVariations({ variations, errors, isReadOnly, onChange }: Props) {
  const labelOf = useOptionLabels()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const hasSeveral = variations.length > 1
  const isSelectable = hasSeveral && !isReadOnly
  // Positions mean other variations afterwards.
  const replaceAll = (next: VariationValues[]) => {
    setSelected(new Set())
    onChange(next)
  }
  const hasNew = variations.some(({ id }) => id === null)
  const nameOf = ({ sku, options: own }: VariationValues, at: number) =>
    own.map(labelOf).join(' / ') || sku || `Variation ${at + 1}`
  const box = (label: string, isChecked: boolean, select: (isOn: boolean) => Iterable<number>) =>
    isSelectable && (
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        onChange={({ target }) => setSelected(new Set(select(target.checked)))}
      />
    )

  return (
    <section className={screen.card} aria-labelledby="variations-heading">
      <div className={css.cardHeader}>
        <h2 id="variations-heading">{hasSeveral ? 'Variations' : 'Price'}</h2>
      </div>
      <OptionEditor variations={variations} isReadOnly={isReadOnly} onChange={replaceAll} />
      {isSelectable && (
        <ChangeSeveral
          variations={variations}
          selected={selected}
          groups={groupsOf(variations.map(({ options: own }) => own.map(labelOf)))}
          onChange={onChange}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard. */}
      <section className={css.scroller} tabIndex={0} aria-label="All variations">
        <table className={css.grid}>
          <Headings
            hasOptions={hasSeveral || (variations[0]?.options.length ?? 0) > 0}
            hasSeveral={hasSeveral}
            hasNew={hasNew}
            selection={box('Select all variations', selected.size === variations.length, (isOn) =>
              isOn ? variations.keys() : [],
            )}
          />
          <tbody>
            {variations.map((variation, at) => (
              <Row
                key={variation.id ?? `new ${at}`}
                variation={variation}
                isReadOnly={isReadOnly}
                hasSeveral={hasSeveral}
                hasNew={hasNew}
                name={nameOf(variation, at)}
                hasError={(field) => errors[`variations.${at}.${field}`] !== undefined}
                onChange={(part) =>
                  onChange(variations.map((each, index) => (index === at ? { ...each, ...part } : each)))
                }
                selection={box(`Select ${nameOf(variation, at)}`, selected.has(at), (isOn) =>
                  isOn ? [...selected, at] : [...selected].filter((one) => one !== at),
                )}
                onDefault={() =>
                  onChange(variations.map((each, index) => ({ ...each, is_default: index === at })))
                }
                onRemove={() => replaceAll(variations.filter((_, index) => index !== at))}
              />
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

/** The label of an option's value. */
function useOptionLabels() {
  const { data } = useProductOptions()
  return (option: ChosenOption) => namesOf(option, data?.attributes ?? [])?.value ?? '…'
}

type HeadingsProps = Pick<RowProps, 'hasSeveral' | 'hasNew' | 'selection'> & { hasOptions: boolean }

const Headings = ({ hasOptions, hasSeveral, hasNew, selection }: HeadingsProps) => (
  <thead>
    <tr>
      {selection && (
        <th scope="col" className={css.check}>
          {selection}
        </th>
      )}
      {hasOptions && <th scope="col">Options</th>}
      <th scope="col">SKU</th>
      <th scope="col">Price</th>
      <th scope="col">Compare price</th>
      {hasNew && <th scope="col">Stock</th>}
      <th scope="col">Count stock</th>
      <th scope="col">Weight (g)</th>
      <th scope="col">Barcode</th>
      <th scope="col">Published</th>
      {hasSeveral && (
        <>
          <th scope="col">Default</th>
          <th scope="col">
            <span className="visually-hidden">Remove</span>
          </th>
        </>
      )}
    </tr>
  </thead>
)

type RowProps = {
  variation: VariationValues
  name: string
  isReadOnly: boolean
  /** There are others: one of them is the default, and each can be removed. */
  hasSeveral: boolean
  hasNew: boolean
  /** The box that selects it. */
  selection: ReactNode
  hasError: (field: keyof VariationValues) => boolean
  onChange: (part: Partial<VariationValues>) => void
  onDefault: () => void
  onRemove: () => void
}

function Row(props: RowProps) {
  const { variation, name, isReadOnly, hasSeveral, hasNew, selection, hasError, onChange } = props
  const money = (field: 'selling_price' | 'mrp', label: string) => (
    <td className={css.money} data-label={label}>
      <MoneyEntry
        label={`${label} of ${name}`}
        value={variation[field]}
        isReadOnly={isReadOnly}
        hasError={hasError(field)}
        isRequired={field === 'selling_price'}
        onChange={(value) => (value !== null || field === 'mrp') && onChange({ [field]: value })}
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
  const text = (field: 'sku' | 'barcode', label: string) => (
    <td className={css.sku} data-label={label}>
      <input
        className={parts.input}
        aria-label={`${label} of ${name}`}
        aria-invalid={hasError(field) || undefined}
        readOnly={isReadOnly}
        placeholder={field === 'sku' ? 'Automatic' : undefined}
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
  return (
    <tr>
      {selection && (
        <td className={css.check} data-label="Select">
          {selection}
        </td>
      )}
      {(hasSeveral || variation.options.length > 0) && <th scope="row">{name}</th>}
      {text('sku', 'SKU')}
      {money('selling_price', 'Price')}
      {money('mrp', 'Compare price')}
      {hasNew &&
        (variation.id === null ? (
          <td className={css.short} data-label="Stock">
            {whole('initial_stock', 'Stock')}
          </td>
        ) : (
          <td />
        ))}
      {check('tracks_stock', 'Count stock')}
      <td className={css.short} data-label="Weight (g)">
        {whole('weight_g', 'Weight')}
      </td>
      {text('barcode', 'Barcode')}
      {check('is_published', 'Published')}
      {hasSeveral && <LastCells {...props} />}
    </tr>
  )
}

const LastCells = ({ variation, name, isReadOnly, onDefault, onRemove }: RowProps) => (
  <>
    <td className={css.check} data-label="Default">
      <input
        type="radio"
        name="default-variation"
        aria-label={`Default: ${name}`}
        disabled={isReadOnly}
        checked={variation.is_default}
        onChange={onDefault}
      />
    </td>
    <td className={css.rowActions}>
      {!isReadOnly && (
        <button type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </button>
      )}
    </td>
  </>
)
