import type { OrderDetail } from '#contract/admin/orders.ts'
import { previewPathOf } from '#contract/rules/customisation-image.ts'
import type { DocumentLook } from '#contract/rules/document-look.ts'
import { imageUrl } from '#ui/image-url.ts'
import { useFormat } from '../parts/format.ts'
import { useSession } from '../session-context.ts'
import { AgeCheck, locationOf } from './order-items.tsx'
import css from './packing-slips.module.css'

export type Slip = {
  order_no: string
  placed_at: string
  /** Lines of the address. */
  to: string[]
  phone: string | null
  method: string
  /** What is still to be shipped. */
  lines: {
    id: number
    name: string
    sku: string
    quantity: number
    notes: string[]
    picture: string | null
    min_age?: number | undefined
  }[]
  instruction: string | null
}

export type SlipLook = Pick<DocumentLook, 'show_logo' | 'accent' | 'slip_text' | 'slip_phone' | 'slip_sku'>

/** The packing slip of what is still to be shipped of an order. */
export function slipOf(order: OrderDetail): Slip {
  const to = order.shipping_address
  return {
    order_no: order.order_no,
    placed_at: order.placed_at,
    to: [
      `${to.first_name} ${to.last_name}`,
      to.address_line_1,
      to.address_line_2,
      `${to.city} ${to.postcode}`,
      to.state_name,
    ].filter((line) => line?.trim()),
    phone: order.phone,
    method: order.shipping_method.name,
    lines: order.left_to_ship.flatMap(({ order_item_id, quantity }) => {
      const item = order.productchannel.find(({ id }) => id === order_item_id)
      if (!item) return []
      const { id, name, sku, fields = [], additonal_data, min_age } = item
      const location = locationOf(order, id)
      const text = additonal_data?.custom_text
      const notes = [
        ...(location ? [`From ${location}`] : []),
        ...fields.map(({ value }) => value),
        ...(text ? [`“${text}”`] : []),
      ]
      const picture = additonal_data?.image_path ? previewPathOf(additonal_data.image_path) : null
      return [{ id, name, sku, quantity, notes: [...new Set(notes)], picture, min_age }]
    }),
    instruction: order.instruction || null,
  }
}

export function PackingSlip({ slip, look }: { slip: Slip; look: SlipLook }) {
  const { name, logo } = useSession().session.shop
  const { time, count } = useFormat()
  return (
    <article className={css.slip} aria-label={`Packing slip of ${slip.order_no}`}>
      <header style={look.accent ? { borderColor: look.accent } : undefined}>
        <strong>
          {look.show_logo && logo ? (
            <img className={css.logo} src={imageUrl(logo, 320)} alt={name} height={48} />
          ) : (
            name
          )}
        </strong>
        <h2>{slip.order_no}</h2>
        <p>{time(slip.placed_at)}</p>
      </header>
      <address>
        {[...slip.to, ...(look.slip_phone && slip.phone ? [slip.phone] : [])].map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p>{slip.method}</p>
      {slip.lines.length === 0 ? (
        <p>Everything of this order is shipped.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Quantity</th>
              <th scope="col">Product</th>
              {look.slip_sku && <th scope="col">SKU</th>}
              <th scope="col">Packed</th>
            </tr>
          </thead>
          <tbody>
            {slip.lines.map((line) => (
              <tr key={line.id}>
                <td>{count(line.quantity)}</td>
                <th scope="row">
                  {line.name}
                  {line.notes.map((note) => (
                    <small key={note}>{note}</small>
                  ))}
                  {line.picture && (
                    <img
                      className={css.picture}
                      src={`/media/${line.picture}`}
                      alt="From the customer"
                      width={96}
                      height={96}
                    />
                  )}
                </th>
                {look.slip_sku && <td>{line.sku}</td>}
                <td>
                  <span className={css.box} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <AgeCheck items={slip.lines} />
      {slip.instruction && <p>Note from the customer: {slip.instruction}</p>}
      {look.slip_text && <p className={css.text}>{look.slip_text}</p>}
    </article>
  )
}
