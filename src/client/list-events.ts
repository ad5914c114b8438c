import { toEventItem } from './event-items.ts'
import { emit } from './events.ts'

/** A product in a list, such as a card. The price is in minor units. */
export type Listed = { id: number; sku: string; name: string; brand?: string; price: number }

/** A list of products as analytics see it. */
export type EventList = {
  name: string
  items: readonly Listed[]
  currency: string
  /** The items whose view has been emitted; preserved over changes of the list. */
  emitted: { current: readonly Listed[] }
}

const toItem = ({ sku, name, brand, price }: Listed, currency: string, index: number) =>
  toEventItem({ sku, name, brand, price: { amount: price, currency } }, index)

/** Emits the view of a list. Of a list that has grown since, only the new items. */
export function emitListView({ name, items, currency, emitted }: EventList) {
  const before = emitted.current
  const hasGrown = before.every(({ id }, at) => items[at]?.id === id)
  emitted.current = items
  const viewed = items.map((item, index) => toItem(item, currency, index)).slice(hasGrown ? before.length : 0)
  if (viewed.length > 0) emit({ name: 'view_item_list', item_list_name: name, currency, items: viewed })
}

/** Emits that a shopper opens the product at this position of a list. */
export function emitSelection(list: EventList, index: number) {
  const item = list.items[index]
  if (!item) return
  emitListView(list)
  const { name, currency } = list
  emit({ name: 'select_item', item_list_name: name, currency, items: [toItem(item, currency, index)] })
}
