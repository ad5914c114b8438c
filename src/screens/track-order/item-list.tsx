import type { Order } from '#contract/checkout.ts'
import { LineDetails } from '#features/cart/line-details.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import css from './item-list.module.css'

type Line = Pick<
  Order['productchannel'][number],
  'id' | 'name' | 'slug' | 'image' | 'quantity' | 'additonal_data' | 'fields'
>

/** A compact list of a shipment's items, with what the customer had made with them. */
export function ItemList({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className={css.items}>
      {lines.map(({ id, name, slug, image, quantity, additonal_data, fields }) => (
        <li key={id} className={css.item}>
          <span className={css.picture}>
            {image ? (
              <Picture image={image} alt="" sizes="3.5rem" widest={320} ratio={0.8} />
            ) : (
              <Icon name="box" />
            )}
          </span>
          <div>
            <a href={`/product/${slug}`}>{name}</a>
            {quantity > 1 && <span className={css.quantity}> × {quantity}</span>}
            <LineDetails item={{ options: [], fields, additonal_data }} />
          </div>
        </li>
      ))}
    </ul>
  )
}
