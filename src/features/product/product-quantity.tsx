import type { PriceTier } from '#contract/catalog.ts'
import { Amount } from '#ui/price.tsx'
import { QuantityStepper } from '#ui/quantity-stepper.tsx'
import css from './product-options.module.css'
import type { ProductShown } from './product-shown.ts'
import type { Variation } from './use-variation.ts'

/** The quantity, within the product's rules, below the prices that depend on it. */
export function ProductQuantity({ product, variation }: { product: ProductShown; variation: Variation }) {
  const { shown, quantity, most, setWanted } = variation
  const tiers = shown.price_tiers ?? []
  const reached = tiers.findLast(({ min_quantity }) => min_quantity <= quantity)
  return (
    <>
      {tiers.length > 0 && (
        <ul className={css.note} style={{ flexBasis: '100%' }} aria-label="Prices by quantity">
          {tiers.map((tier) => (
            <li key={tier.min_quantity}>
              <Tier tier={tier} isReached={tier === reached} />
            </li>
          ))}
        </ul>
      )}
      <QuantityStepper
        label="Quantity"
        name="quantity"
        quantity={quantity}
        min={product.min_quantity}
        max={most}
        step={product.quantity_step}
        onChange={setWanted}
      />
    </>
  )
}

function Tier({ tier: { min_quantity, price }, isReached }: { tier: PriceTier; isReached: boolean }) {
  const text = (
    <>
      {min_quantity} or more: <Amount money={price} /> each
    </>
  )
  return isReached ? <b>{text}</b> : text
}
