import { memo, useMemo, useState } from 'react'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import { useStable } from '#admin/parts/use-record-editor.ts'
import type { VariationValues } from '#contract/admin/catalog/products.ts'
import { ChangeSeveral } from './change-several.tsx'
import { groupsOf } from './change-variations.ts'
import { FindVariation, useFound } from './find-variation.tsx'
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
export const ProductVariations = memo(function ProductVariations({
  variations,
  errors,
  isReadOnly,
  onChange,
}: Props) {
  const { data } = useProductOptions()
  const attributes = data?.attributes
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const hasSeveral = variations.length > 1
  const labels = useMemo(
    () =>
      variations.map(({ options }) =>
        options.map((option) => namesOf(option, attributes ?? [])?.value ?? '…'),
      ),
    [variations, attributes],
  )
  const found = useFound(variations, labels)
  // Positions mean other variations afterwards.
  const replaceAll = useStable((next: VariationValues[]) => {
    setSelected(new Set())
    found.setTyped('')
    onChange(next)
  })
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
      <FindVariation {...found} />
      <VariationGrid
        {...{ variations, labels, errors, selected, isReadOnly, onChange }}
        found={found.typed.trim() === '' ? undefined : found.positions}
        onSelect={setSelected}
        onReplace={replaceAll}
      />
    </section>
  )
})
