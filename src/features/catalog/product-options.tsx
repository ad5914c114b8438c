import { TextField } from '#ui/field.tsx'
import css from './product-options.module.css'
import type { ProductShown } from './product-shown.ts'
import { quantityWords } from './quantity-words.ts'
import type { Variation } from './use-variation.ts'
import { VariationPicker } from './variation-picker.tsx'

/** The choices before the cart: variation and own words; and what is in stock of it. */
export function ProductOptions({ product, variation }: { product: ProductShown; variation: Variation }) {
  const { variations, customisation } = product
  const { shown, isSoldOut, wanted, note, customText } = variation
  return (
    <>
      <VariationPicker
        attributes={variations.attributes}
        combinations={variations.combinations}
        chosen={shown.options}
        hrefOf={variation.hrefOf}
        onChoose={variation.choose}
      />
      {customisation?.text.enabled && (
        <TextField
          label={customisation.text.label}
          isOptional={!customisation.text.required}
          maxLength={customisation.text.max_length}
          hint={`${customText.length} of ${customisation.text.max_length} letters`}
          value={customText}
          autoComplete="off"
          onChange={(event) => variation.setCustomText(event.target.value)}
        />
      )}
      <div className={css.state}>
        <p className={css.note} role="status">
          {note}
        </p>
        <p className={css.stock} data-availability={shown.availability} aria-live="polite">
          {isSoldOut
            ? 'Sold out'
            : shown.availability === 'low_stock'
              ? `Only ${shown.available_quantity} left`
              : 'In stock'}
        </p>
        <p className={css.note} role="status">
          {!isSoldOut && quantityWords(product, wanted, shown.available_quantity)}
        </p>
      </div>
    </>
  )
}
