import { EntrySelect } from '#admin/parts/entry-field.tsx'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import { TagEntry } from '#admin/parts/tag-entry.tsx'
import type { ProductValues } from '#contract/admin/catalog/products.ts'
import css from './product-screen.module.css'
import { useProductOptions } from './use-product-options.ts'

type Props = {
  values: ProductValues
  isReadOnly: boolean
  onChange: (part: Partial<ProductValues>) => void
}

/** Category, brand, labels, tags and attributes. */
export function ProductAssignments({ values, isReadOnly, onChange }: Props) {
  const { data: options } = useProductOptions()
  if (!options) return null
  const described = options.attributes.filter(
    ({ is_variable, values: all }) => !is_variable && all.length > 0,
  )
  return (
    <section className={screen.card} aria-labelledby="assignments-heading">
      <h2 id="assignments-heading">Where it belongs</h2>
      <EntrySelect
        label="Category"
        value={values.category_id ?? ''}
        disabled={isReadOnly}
        onChange={({ target }) => onChange({ category_id: Number(target.value) || null })}
      >
        <option value="">None</option>
        {options.categories.map(({ id, name, depth }) => (
          <option key={id} value={id}>
            {'  '.repeat(depth)}
            {name}
          </option>
        ))}
      </EntrySelect>
      <EntrySelect
        label="Brand"
        value={values.brand_id ?? ''}
        disabled={isReadOnly}
        onChange={({ target }) => onChange({ brand_id: Number(target.value) || null })}
      >
        <option value="">None</option>
        {options.brands.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </EntrySelect>
      <TagEntry
        label="Tags"
        tags={values.tags}
        known={options.tags}
        maxLength={60}
        isReadOnly={isReadOnly}
        onChange={(tags) => onChange({ tags })}
      />
      {options.labels.length > 0 && (
        <Choices
          legend="Labels"
          all={options.labels.map(({ id, name }) => ({ id, label: name }))}
          chosen={values.labels}
          isReadOnly={isReadOnly}
          onChange={(labels) => onChange({ labels })}
        />
      )}
      {described.length > 0 && (
        <details>
          <summary>Attributes ({values.properties.length})</summary>
          {described.map(({ id, label, values: all }) => (
            <Choices
              key={id}
              legend={label}
              all={all}
              chosen={values.properties}
              isReadOnly={isReadOnly}
              onChange={(properties) => onChange({ properties })}
            />
          ))}
        </details>
      )}
    </section>
  )
}

type ChoicesProps = {
  legend: string
  all: readonly { id: number; label: string }[]
  chosen: readonly number[]
  isReadOnly: boolean
  onChange: (chosen: number[]) => void
}

function Choices({ legend, all, chosen, isReadOnly, onChange }: ChoicesProps) {
  return (
    <fieldset className={css.choices}>
      <legend>{legend}</legend>
      {all.map(({ id, label }) => (
        <label key={id}>
          <input
            type="checkbox"
            disabled={isReadOnly}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(
                (target.checked ? [...chosen, id] : chosen.filter((other) => other !== id)).toSorted(
                  (a, b) => a - b,
                ),
              )
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
