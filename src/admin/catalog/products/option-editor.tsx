import { memo, useMemo, useState } from 'react'
import { isSame } from '#admin/parts/keep-typed.ts'
import { showMessage } from '#admin/parts/messages.tsx'
import { isSameTag, TagEntry } from '#admin/parts/tag-entry.tsx'
import { useStable } from '#admin/parts/use-record-editor.ts'
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
  const attributes = useMemo(
    () => data?.attributes.filter(({ is_variable }) => is_variable) ?? [],
    [data?.attributes],
  )
  const present = useMemo(() => optionRows(variations, attributes), [variations, attributes])
  const rows: OptionRow[] = [
    ...present,
    ...added
      .filter((name) => !present.some((row) => isSameTag(row.name, name)))
      .map((name) => ({ name, values: [] })),
  ]
  const replaceNames = useStable((names: string[]) =>
    replace(names.slice(0, 5).map((name) => rows.find((row) => row.name === name) ?? { name, values: [] })),
  )
  const replaceValues = useStable((of: string, values: string[]) =>
    replace(rows.map((row) => (row.name === of ? { name: of, values } : row))),
  )
  if (!data) return null

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
      <Tags
        label="Options"
        tags={rows.map(({ name }) => name)}
        known={attributes.map(({ label }) => label)}
        placeholder="Colour, Size …"
        hint={rows.length > 0 ? 'What a customer chooses.' : 'What a customer chooses, such as a size.'}
        maxLength={60}
        isReadOnly={isReadOnly}
        onChange={replaceNames}
      />
      {rows.map(({ name, values }) => (
        <ValueTags
          key={name}
          {...{ name, values, isReadOnly }}
          known={
            attributes.find(({ label }) => isSameTag(label, name))?.values.map(({ label }) => label) ?? []
          }
          onChange={replaceValues}
        />
      ))}
    </div>
  )
}

/** Rendered when its tags change, not with each price that is typed: 100 values are 100 chips that can be dragged. */
const Tags = memo(TagEntry, isSame)

type ValueProps = {
  name: string
  values: readonly string[]
  known: readonly string[]
  isReadOnly: boolean
  /** The same function at every rendering. */
  onChange: (name: string, values: string[]) => void
}

const ValueTags = memo(function ValueTags({ name, values, known, isReadOnly, onChange }: ValueProps) {
  return (
    <TagEntry
      label={name}
      tags={values}
      known={known}
      placeholder="Add a value"
      hint="Enter or a comma adds it; several can be pasted."
      maxLength={120}
      isOrdered
      isReadOnly={isReadOnly}
      onChange={(next) => onChange(name, next)}
    />
  )
}, isSame)
