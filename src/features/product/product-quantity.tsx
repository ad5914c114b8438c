import { QuantityStepper } from '#ui/quantity-stepper.tsx'
import type { ProductShown } from './product-shown.ts'
import type { Variation } from './use-variation.ts'

/** The quantity, within the product's rules. */
export function ProductQuantity({ product, variation }: { product: ProductShown; variation: Variation }) {
  const { quantity, most, setWanted } = variation
  return (
    <QuantityStepper
      label="Quantity"
      name="quantity"
      quantity={quantity}
      min={product.min_quantity}
      max={most}
      step={product.quantity_step}
      onChange={setWanted}
    />
  )
}
