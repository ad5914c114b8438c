import { SharedSlot, Slot } from '#client/slot.tsx'
import type { CartItem } from '#contract/cart.ts'
import { formAction } from '#contract/posted-form.ts'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { PostForm } from '#ui/post-form.tsx'
import { Amount } from '#ui/price.tsx'
import { QuantityStepper } from '#ui/quantity-stepper.tsx'
import css from './cart-line.module.css'
import { mostAvailable } from './cart-problems.ts'
import { changeQuantity, chooseGift } from './line-actions.ts'
import { LineDetails } from './line-details.tsx'
import { lineTitle, undiscountedTotal } from './line-shown.ts'

type Props = { item: CartItem; onRemove: () => void }
type LineProps = Props & { onGone: () => void }

/** A cart line: product, price, quantity and actions. */
export function CartLine({ item, onRemove, onGone }: LineProps) {
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
          <a href={product.url} dir="auto">
            {lineTitle(item)}
          </a>
        </p>
        <LineDetails item={item} />
        <Slot name="cart.line" props={{ item_id: item.id, product_id: item.product_id }} />
        <p className={css.unit}>
          <Amount money={item.unit_price} />
          {item.quantity > 1 && ' each'}
          <ChangedPrice item={item} />
        </p>
        <Saved item={item} />
        {!item.in_stock && <ShortLine item={item} most={most} onRemove={onRemove} />}
        {item.gift ? (
          <GiftChoice gift={item.gift} given={item.product_id} />
        ) : (
          <SharedSlot
            name="cart.line-actions"
            props={{
              item_id: item.id,
              product_id: item.product_id,
              name: product.name,
              is_customised: Boolean(item.additonal_data),
              onGone,
            }}
          />
        )}
      </div>
      <div className={css.amounts}>
        {!item.gift && most > 0 && <LineQuantity item={item} most={most} />}
        <p className={css.total}>
          <span className="visually-hidden">Total of this item </span>
          {item.gift ? 'Free' : <Amount money={undiscountedTotal(item)} />}
        </p>
      </div>
      {item.gift ? (
        <span className={css.remove} />
      ) : (
        <PostForm action={formAction('remove-item')} fields={{ item_id: item.id }} onPost={onRemove}>
          <button type="submit" className={css.remove} aria-label={`Remove ${product.name}`} title="Remove">
            <Icon name="trash" size={18} />
          </button>
        </PostForm>
      )}
    </div>
  )
}

const LineQuantity = ({ item, most }: Pick<Props, 'item'> & { most: number }) => (
  <form
    className={css.stepper}
    method="post"
    action={formAction('update-quantity')}
    noValidate
    onSubmit={(event) => event.preventDefault()}
  >
    <input type="hidden" name="item_id" value={item.id} />
    <QuantityStepper
      label={`Quantity of ${item.product.name}`}
      name="quantity"
      quantity={item.quantity}
      min={item.min_quantity}
      max={most}
      step={item.quantity_step}
      onChange={(quantity) => void changeQuantity(item.id, quantity)}
    />
    <noscript>
      <button type="submit" className={css.update}>
        Update<span className="visually-hidden"> quantity of {item.product.name}</span>
      </button>
    </noscript>
  </form>
)

type GiftProps = { gift: NonNullable<CartItem['gift']>; given: number }

/** Which of several gifts it is; one has no choice. It comes and goes with its promotion. */
function GiftChoice({ gift: { promotion_id, choices }, given }: GiftProps) {
  if (choices.length < 2) return null
  return (
    <PostForm
      className={css.choice}
      action={formAction('choose-gift')}
      fields={{ promotion_id }}
      onPost={() => {}}
    >
      <select
        className={css.gift}
        name="product_id"
        aria-label="Your gift"
        key={given}
        defaultValue={given}
        onChange={({ target }) => void chooseGift(promotion_id, Number(target.value))}
      >
        {choices.map(({ product_id, name }) => (
          <option key={product_id} value={product_id}>
            {name}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className={css.update}>
          Take this one
        </button>
      </noscript>
    </PostForm>
  )
}

/** What promotions take off the line: its total is before it. */
const Saved = ({ item: { adjustments } }: Pick<Props, 'item'>) =>
  adjustments?.map(({ name, amount }) => (
    <p key={name} className={css.saves}>
      {name}{' '}
      <span>
        −<Amount money={amount} />
      </span>
    </p>
  ))

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

/** Shows the available quantity, with a button that reduces the line to it. */
function ShortLine({ item, most, onRemove }: ShortProps) {
  return (
    <p className={css.short}>
      <span>
        <Icon name="alert" size={16} />
        {most > 0 ? `Only ${item.available_quantity} left in stock` : 'Out of stock'}
      </span>
      <PostForm
        action={formAction(most > 0 ? 'update-quantity' : 'remove-item')}
        fields={{ item_id: item.id, quantity: most > 0 ? most : undefined }}
        onPost={most > 0 ? () => void changeQuantity(item.id, most) : onRemove}
      >
        <button type="submit" className={css.fix}>
          {most > 0 ? `Change to ${most}` : 'Remove it'}
          <span className="visually-hidden">: {item.product.name}</span>
        </button>
      </PostForm>
    </p>
  )
}
