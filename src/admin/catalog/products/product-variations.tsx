import { useState } from 'react'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import type { VariationValues } from '#contract/admin/catalog/products.ts'
import { ChangeSeveral } from './change-several.tsx'
import { groupsOf } from './change-variations.ts'
import { OptionEditor } from './option-editor.tsx'
import { namesOf } from './option-rows.ts'
import css from './product-screen.module.css'
import { useProductOptions } from './use-product-options.ts'
import { VariationGrid } from './variation-grid.tsx'

type Props = {
  variations: VariationValues[]
  errors: Record<string, string[]>
  isReadOnly: boolean
  onChange: (variations: VariationValues[]) => void
}

/** Options, prices and SKUs of all variations. A new variation has a stock; later changes of stock have a reason. */
export function ProductVariations({ variations, errors, isReadOnly, onChange }: Props) {
  const { data } = useProductOptions()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const hasSeveral = variations.length > 1
  const labels = variations.map(({ options }) =>
    options.map((option) => namesOf(option, data?.attributes ?? [])?.value ?? '…'),
  )
  // Positions mean other variations afterwards.
  const replaceAll = (next: VariationValues[]) => {
    setSelected(new Set())
    onChange(next)
  }
  return (
    <section className={screen.card} aria-labelledby="variations-heading">
      <div className={css.cardHeader}>
        <h2 id="variations-heading">{hasSeveral ? 'Variations' : 'Price'}</h2>
      </div>
      <OptionEditor variations={variations} isReadOnly={isReadOnly} onChange={replaceAll} />
      {hasSeveral && !isReadOnly && (
        <>
          <ChangeSeveral
            variations={variations}
            selected={selected}
            groups={groupsOf(labels)}
            onChange={onChange}
          />
          <p className={css.hint}>
            Cells can be pasted from a spreadsheet. <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>Ctrl</kbd>{' '}
            <kbd>D</kbd> fills down.
          </p>
        </>
      )}
      <VariationGrid
        {...{ variations, labels, errors, selected, isReadOnly, onChange }}
        onSelect={setSelected}
        onReplace={replaceAll}
      />
    </section>
  )
}
