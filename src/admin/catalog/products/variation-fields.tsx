import { memo, useState } from 'react'
import { FieldsForm, useCustomFields } from '#admin/fields/custom-fields.tsx'
import { entryStyles as parts, screenStyles as screen } from '#admin/parts/styles.ts'
import type { VariationValues } from '#contract/admin/catalog/products.ts'
import css from './product-screen.module.css'

type Props = {
  variations: VariationValues[]
  errors: Record<string, string[]>
  isReadOnly: boolean
  onChange: (variations: VariationValues[]) => void
}

/** The custom fields of one variation at a time. Nothing without such fields. ADR 0029. */
export const VariationFields = memo(function VariationFields({
  variations,
  errors,
  isReadOnly,
  onChange,
}: Props) {
  const fields = useCustomFields('variation')
  const [chosen, setChosen] = useState(0)
  const refused = variations.findIndex((_, at) =>
    Object.keys(errors).some((path) => path.startsWith(`variations.${at}.custom.`)),
  )
  const at = Math.min(refused >= 0 ? refused : chosen, variations.length - 1)
  if (fields.length === 0) return null
  return (
    <section className={screen.card} aria-labelledby="variation-fields-heading">
      <div className={css.cardHeader}>
        <h2 id="variation-fields-heading">Custom fields of variations</h2>
        {variations.length > 1 && (
          <select
            className={parts.input}
            style={{ width: 'auto' }}
            aria-label="Variation of the fields"
            value={at}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {variations.map(({ id, sku }, index) => (
              <option key={id ?? `new ${index}`} value={index}>
                {sku || `Variation ${index + 1}`}
              </option>
            ))}
          </select>
        )}
      </div>
      <FieldsForm
        key={at}
        fields={fields}
        value={variations[at]?.custom}
        errors={errors}
        at={`variations.${at}.custom`}
        readOnly={isReadOnly}
        onChange={(custom) =>
          onChange(variations.map((each, index) => (index === at ? { ...each, custom } : each)))
        }
      />
    </section>
  )
})
