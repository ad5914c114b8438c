/**
 * The key of a slot's content on its page: its name, and an id where a list has several slots of that name. In a file without zod,
 * because browsers import it.
 */
export function slotKey(name: string, props: object): string {
  if (name === 'cart.line' && 'item_id' in props) return `${name}:${props.item_id}`
  if (name.startsWith('card.') && name !== 'card.actions' && 'product_id' in props)
    return `${name}:${props.product_id}`
  return name
}
