import { useState } from 'react'
import { entryStyles as parts } from '#admin/parts/entry-styles.ts'
import { screenStyles as screen } from '#admin/parts/screen-styles.ts'
import type { VariationValues } from '#contract/admin/catalog/products.ts'
import { Button } from '#ui/button.tsx'
import { ChangeSeveral } from './change-several.tsx'
import { groupsOf } from './change-variations.ts'
import { generateVariations } from './generate-variations.ts'
import { MoneyEntry } from './money-entry.tsx'
import { WholeEntry } from './number-entry.tsx'
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
  const { data: options } = useProductOptions()
  const labelOf = new Map(
    (options?.attributes ?? []).flatMap(({ values }) => values.map(({ id, label }) => [id, label])),
  )
  const replace = (at: number, part: Partial<VariationValues>) =>
    onChange(variations.map((variation, index) => (index === at ? { ...variation, ...part } : variation)))
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const isSelectable = variations.length > 1 && !isReadOnly
  // Positions mean other variations afterwards.
  const replaceAll = (next: VariationValues[]) => {
    setSelected(new Set())
    onChange(next)
  }
  const hasNew = variations.some(({ id }) => id === null)
  const nameOf = ({ sku, options: own }: VariationValues, at: number) =>
    own.map((id) => labelOf.get(id) ?? '…').join(' / ') || sku || `Variation ${at + 1}`

  return (
    <section className={screen.card} aria-labelledby="variations-heading">
      <div className={css.cardHeader}>
        <h2 id="variations-heading">{variations.length > 1 ? 'Variations' : 'Price'}</h2>
      </div>
      {isSelectable && (
        <ChangeSeveral
          variations={variations}
          selected={selected}
          groups={groupsOf(variations.map(({ options: own }) => own.map((id) => labelOf.get(id) ?? '…')))}
          onChange={onChange}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard. */}
      <section className={css.scroller} tabIndex={0} aria-label="All variations">
        <table className={css.grid}>
          <thead>
            <tr>
              {isSelectable && (
                <th scope="col" className={css.check}>
                  <input
                    type="checkbox"
                    aria-label="Select all variations"
                    checked={selected.size === variations.length}
                    onChange={({ target }) => setSelected(new Set(target.checked ? variations.keys() : []))}
                  />
                </th>
              )}
              {(variations.length > 1 || (variations[0]?.options.length ?? 0) > 0) && (
                <th scope="col">Options</th>
              )}
              <th scope="col">SKU</th>
              <th scope="col">Price</th>
              <th scope="col">Compare price</th>
              {hasNew && <th scope="col">Stock</th>}
              <th scope="col">Count stock</th>
              <th scope="col">Weight (g)</th>
              <th scope="col">Barcode</th>
              <th scope="col">Published</th>
              {variations.length > 1 && (
                <>
                  <th scope="col">Default</th>
                  <th scope="col">
                    <span className="visually-hidden">Remove</span>
                  </th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {variations.map((variation, at) => {
              const name = nameOf(variation, at)
              const hasError = (field: string) => errors[`variations.${at}.${field}`] !== undefined
              const whole = (field: 'initial_stock' | 'weight_g', label: string) => (
                <WholeEntry
                  label={`${label} of ${name}`}
                  value={variation[field]}
                  isReadOnly={isReadOnly}
                  hasError={hasError(field)}
                  onChange={(value) => replace(at, { [field]: value })}
                />
              )
              const text = (field: 'sku' | 'barcode', label: string) => (
                <input
                  className={parts.input}
                  aria-label={`${label} of ${name}`}
                  aria-invalid={hasError(field) || undefined}
                  readOnly={isReadOnly}
                  placeholder={field === 'sku' ? 'Automatic' : undefined}
                  value={variation[field] ?? ''}
                  onChange={({ target }) => replace(at, { [field]: target.value })}
                />
              )
              const check = (field: 'tracks_stock' | 'is_published', label: string) => (
                <input
                  type="checkbox"
                  aria-label={`${label}: ${name}`}
                  disabled={isReadOnly}
                  checked={variation[field]}
                  onChange={({ target }) => replace(at, { [field]: target.checked })}
                />
              )
              return (
                <tr key={variation.id ?? `new ${at}`}>
                  {isSelectable && (
                    <td className={css.check}>
                      <input
                        type="checkbox"
                        aria-label={`Select ${name}`}
                        checked={selected.has(at)}
                        onChange={({ target }) =>
                          setSelected((present) =>
                            target.checked ? present.union(new Set([at])) : present.difference(new Set([at])),
                          )
                        }
                      />
                    </td>
                  )}
                  {(variations.length > 1 || variation.options.length > 0) && <th scope="row">{name}</th>}
                  <td className={css.sku}>{text('sku', 'SKU')}</td>
                  <td className={css.money}>
                    <MoneyEntry
                      label={`Price of ${name}`}
                      value={variation.selling_price}
                      isReadOnly={isReadOnly}
                      hasError={hasError('selling_price')}
                      isRequired
                      onChange={(price) => price !== null && replace(at, { selling_price: price })}
                    />
                  </td>
                  <td className={css.money}>
                    <MoneyEntry
                      label={`Compare price of ${name}`}
                      value={variation.mrp}
                      isReadOnly={isReadOnly}
                      hasError={hasError('mrp')}
                      onChange={(mrp) => replace(at, { mrp })}
                    />
                  </td>
                  {hasNew && (
                    <td className={css.short}>
                      {variation.id === null ? whole('initial_stock', 'Stock') : null}
                    </td>
                  )}
                  <td className={css.check}>{check('tracks_stock', 'Count stock')}</td>
                  <td className={css.short}>{whole('weight_g', 'Weight')}</td>
                  <td className={css.sku}>{text('barcode', 'Barcode')}</td>
                  <td className={css.check}>{check('is_published', 'Published')}</td>
                  {variations.length > 1 && (
                    <>
                      <td className={css.check}>
                        <input
                          type="radio"
                          name="default-variation"
                          aria-label={`Default: ${name}`}
                          disabled={isReadOnly}
                          checked={variation.is_default}
                          onChange={() =>
                            onChange(variations.map((each, index) => ({ ...each, is_default: index === at })))
                          }
                        />
                      </td>
                      <td className={css.rowActions}>
                        {!isReadOnly && (
                          <button
                            type="button"
                            aria-label={`Remove ${name}`}
                            onClick={() => replaceAll(variations.filter((_, index) => index !== at))}
                          >
                            Remove
                          </button>
                        )}
                      </td>
                    </>
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      {!isReadOnly && <Generator variations={variations} onChange={replaceAll} />}
    </section>
  )
}

function Generator({ variations, onChange }: Pick<Props, 'variations' | 'onChange'>) {
  const { data } = useProductOptions()
  const attributes = (data?.attributes ?? []).filter(({ is_variable }) => is_variable)
  const present = new Set(variations.flatMap(({ options }) => options))
  const [chosen, setChosen] = useState<ReadonlySet<number>>()
  const values = chosen ?? present
  const picked = attributes.map((attribute) => attribute.values.filter(({ id }) => values.has(id)))
  const count = picked.filter((some) => some.length > 0).reduce((total, some) => total * some.length, 1)
  const isAny = picked.some((some) => some.length > 0)
  return (
    <details className={css.generator}>
      <summary>Add variations from options</summary>
      {attributes.map(({ id, label, values: all }) => (
        <fieldset key={id}>
          <legend>{label}</legend>
          {all.map((value) => (
            <label key={value.id}>
              <input
                type="checkbox"
                checked={values.has(value.id)}
                onChange={() => {
                  const next = new Set(values)
                  if (!next.delete(value.id)) next.add(value.id)
                  setChosen(next)
                }}
              />
              {value.label}
            </label>
          ))}
        </fieldset>
      ))}
      <Button
        look="secondary"
        disabled={!isAny || count > 250}
        onClick={() => {
          onChange(generateVariations(variations, picked))
          setChosen(undefined)
        }}
      >
        {isAny ? `Make ${count} ${count === 1 ? 'variation' : 'variations'}` : 'Choose values'}
      </Button>
    </details>
  )
}
