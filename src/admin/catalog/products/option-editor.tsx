import { useState } from 'react'
import { showMessage } from '#admin/parts/messages.tsx'
import { isSameTag, TagEntry } from '#admin/parts/tag-entry.tsx'
import { MAX_VARIATIONS, type VariationValues } from '#contract/admin/catalog/products.ts'
import { type OptionRow, optionRows, withOptionRows } from './option-rows.ts'
import css from './product-screen.module.css'
import { useProductOptions } from './use-product-options.ts'

type Props = {
  variations: VariationValues[]
  isReadOnly: boolean
  onChange: (variations: VariationValues[]) => void
}

/**
 * The options of a product and their values, typed in place: those of the shop are offered, new ones are made when the product is saved.
 * The grid follows at once.
 */
export function OptionEditor({ variations, isReadOnly, onChange }: Props) {
  const { data } = useProductOptions()
  /** Options that have no value yet. */
  const [added, setAdded] = useState<readonly string[]>([])
  if (!data) return null
  const attributes = data.attributes.filter(({ is_variable }) => is_variable)
  const present = optionRows(variations, attributes)
  const rows: OptionRow[] = [
    ...present,
    ...added
      .filter((name) => !present.some((row) => isSameTag(row.name, name)))
      .map((name) => ({ name, values: [] })),
  ]

  function replace(next: readonly OptionRow[]) {
    const changed = withOptionRows(variations, next, attributes)
    if (!changed) return showMessage(`A product can have ${MAX_VARIATIONS} variations`, 'bad')
    setAdded(next.filter(({ values }) => values.length === 0).map(({ name }) => name))
    onChange(changed)
    const removed = variations.filter(({ id }) => id !== null && !changed.some((one) => one.id === id)).length
    if (removed > 0)
      showMessage(`${removed} ${removed === 1 ? 'variation' : 'variations'} removed`, 'good', {
        label: 'Undo',
        run: () => onChange(variations),
      })
  }

  return (
    <div className={css.optionRows}>
      <TagEntry
        label="Options"
        tags={rows.map(({ name }) => name)}
        known={attributes.map(({ label }) => label)}
        placeholder="Colour, Size …"
        hint={rows.length > 0 ? 'What a customer chooses.' : 'What a customer chooses, such as a size.'}
        maxLength={60}
        isReadOnly={isReadOnly}
        onChange={(names) =>
          replace(
            names.slice(0, 5).map((name) => rows.find((row) => row.name === name) ?? { name, values: [] }),
          )
        }
      />
      {rows.map(({ name, values }) => (
        <TagEntry
          key={name}
          label={name}
          tags={values}
          known={
            attributes.find(({ label }) => isSameTag(label, name))?.values.map(({ label }) => label) ?? []
          }
          placeholder="Add a value"
          hint="Enter or a comma adds it; several can be pasted."
          maxLength={120}
          isOrdered
          isReadOnly={isReadOnly}
          onChange={(next) => replace(rows.map((row) => (row.name === name ? { name, values: next } : row)))}
        />
      ))}
    </div>
  )
}
