import type { CartItem } from '#contract/cart.ts'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { Amount } from '#ui/price.tsx'
import { QuantityStepper } from '#ui/quantity-stepper.tsx'
import css from './cart-line.module.css'
import { mostAvailable } from './cart-problems.ts'
import { changeQuantity } from './change-quantity.ts'
import { goodsOf } from './goods-of.ts'
import { LineDetails } from './line-details.tsx'
import { lineTitle } from './line-title.ts'

type Props = { item: CartItem; onRemove: () => void }
type LineProps = Props & { onSave: () => void }

/** One line: what it is, what it costs, how many; everything that can be done about it. */
export function CartLine({ item, onRemove, onSave }: LineProps) {
  const { product } = item
  const most = Math.min(item.max_quantity, mostAvailable(item))
  return (
    <div className={css.line}>
      <a className={css.picture} href={product.url} tabIndex={-1} aria-label={product.name}>
        {product.base_image ? (
          <Picture image={product.base_image} sizes="6.5rem" ratio={4 / 5} alt="" />
        ) : (
          <Icon name="box" size={28} />
        )}
      </a>
      <div className={css.words}>
        <p className={css.name}>
          <a href={product.url}>{lineTitle(item)}</a>
        </p>
        <LineDetails item={item} />
        <p className={css.unit}>
          <Amount money={item.unit_price} />
          {item.quantity > 1 && ' each'}
          <ChangedPrice item={item} />
        </p>
        {!item.in_stock && <ShortLine item={item} most={most} onRemove={onRemove} />}
        {/* What was made to the shopper's words would lose them on the wishlist. */}
        {!item.additonal_data && (
          <button type="button" className={css.later} onClick={onSave}>
            Save for later<span className="visually-hidden">: {product.name}</span>
          </button>
        )}
      </div>
      {most > 0 && (
        <div className={css.stepper}>
          <QuantityStepper
            label={`Quantity of ${product.name}`}
            quantity={item.quantity}
            min={item.min_quantity}
            max={most}
            step={item.quantity_step}
            onChange={(quantity) => void changeQuantity(item.id, quantity)}
          />
        </div>
      )}
      <p className={css.total}>
        <span className="visually-hidden">Total of this item </span>
        <Amount money={goodsOf(item)} />
      </p>
      <button
        type="button"
        className={css.remove}
        aria-label={`Remove ${product.name}`}
        title="Remove"
        onClick={onRemove}
      >
        <Icon name="trash" size={18} />
      </button>
    </div>
  )
}

function ChangedPrice({ item: { previous_unit_price, unit_price } }: { item: CartItem }) {
  if (!previous_unit_price) return null
  return (
    <span className={css.changed}>
      {previous_unit_price.amount > unit_price.amount ? ' – down' : ' – up'} from{' '}
      <Amount money={previous_unit_price} />
    </span>
  )
}

type ShortProps = Props & { most: number }

/** Says what is left, and mends it with one tap. */
function ShortLine({ item, most, onRemove }: ShortProps) {
  return (
    <p className={css.short}>
      <span>
        <Icon name="alert" size={16} />
        {most > 0 ? `Only ${item.available_quantity} left in stock` : 'Out of stock'}
      </span>
      <button
        type="button"
        className={css.fix}
        onClick={most > 0 ? () => void changeQuantity(item.id, most) : onRemove}
      >
        {most > 0 ? `Change to ${most}` : 'Remove it'}
        <span className="visually-hidden">: {item.product.name}</span>
      </button>
    </p>
  )
}
