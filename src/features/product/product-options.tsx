import type { ReactNode } from 'react'
import { TextField } from '#ui/field.tsx'
import { AgeBox } from '../cart/age-box.tsx'
import css from './product-options.module.css'
import type { ProductShown } from './product-shown.ts'
import { quantityMessage } from './quantity-message.ts'
import type { Variation } from './use-variation.ts'
import { VariationPicker } from './variation-picker.tsx'

type Props = {
  product: ProductShown
  variation: Variation
  /** Further choices, of plugins. */
  children: ReactNode
}

/**
 * The choices before the cart: variation, custom text and those of plugins, and below them how much is in stock. Its fields belong
 * to the form of `BuyBox`, whose code is part of the first load.
 */
export function ProductOptions({ product, variation, children }: Props) {
  const { variations, customisation, min_age } = product
  const { formId: form, shown, chosen, unset, isSoldOut, wanted, note, customText } = variation
  // Until everything is chosen, the stock of one variation says nothing about the product.
  const isLow = shown.availability === 'low_stock' && !unset
  return (
    <>
      {unset ? (
        <>
          <input type="hidden" form={form} name="choose" value={unset} />
          <input
            type="hidden"
            form={form}
            name="return_to"
            value={`/product/${product.slug}#${form}-${unset}`}
          />
        </>
      ) : (
        <>
          <input type="hidden" form={form} name="product_id" value={shown.product_id} />
          <input type="hidden" form={form} name="return_to" value={variation.hrefOf(shown.sku)} />
        </>
      )}
      <VariationPicker
        attributes={variations.attributes}
        combinations={variations.combinations}
        chosen={chosen}
        unset={unset}
        form={form}
        hrefOf={variation.hrefOf}
        onChoose={variation.choose}
      />
      {customisation?.text.enabled && (
        <TextField
          label={customisation.text.label}
          isOptional={!customisation.text.required}
          maxLength={customisation.text.max_length}
          hint={`${customText.length} of ${customisation.text.max_length} letters`}
          form={form}
          name="additonal_data.custom_text"
          value={customText}
          autoComplete="off"
          data-missing={
            customisation.text.required && !customText.trim()
              ? `${customisation.text.label} is required`
              : undefined
          }
          // Enter would press the form's first button.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          onChange={(event) => variation.setCustomText(event.target.value)}
        />
      )}
      {children}
      <AgeBox age={min_age} form={form} />
      <div className={css.state}>
        <p className={css.note} role="status">
          {note}
        </p>
        <p
          className={css.stock}
          data-availability={isLow || isSoldOut ? shown.availability : 'in_stock'}
          aria-live="polite"
        >
          {isSoldOut
            ? 'Sold out'
            : isLow
              ? `Only ${shown.available_quantity} left`
              : (!unset && shown.sold_ahead?.text) || 'In stock'}
        </p>
        <p className={css.note} role="status">
          {!isSoldOut &&
            quantityMessage(product, wanted, {
              available: shown.available_quantity,
              isStockShown: shown.availability === 'low_stock',
            })}
        </p>
      </div>
    </>
  )
}
