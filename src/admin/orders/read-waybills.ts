type Order = { id: number; order_no: string }

/** What the database takes; a waybill has a digit, so that the name of a courier is none. */
const waybill = /^(?=.*\d)[A-Z0-9-]{6,40}$/

/**
 * Reads the list of a courier: a line per order with its number and its waybill in any columns, separated by commas, semicolons, tabs
 * or spaces. Lines without a digit, such as a header, are passed over.
 * @returns the waybills by order, and the lines that name none of the orders or no waybill
 */
export function readWaybills(text: string, orders: readonly Order[]) {
  const waybills = new Map<number, string>()
  const unknown: string[] = []
  for (const line of text.split(/\r?\n/)) {
    const cells = line
      .toUpperCase()
      .split(/[\s,;"]+/)
      .filter(Boolean)
    const order = orders.find(({ order_no }) => cells.includes(order_no.toUpperCase()))
    const found = order && cells.find((cell) => cell !== order.order_no.toUpperCase() && waybill.test(cell))
    if (order && found) waybills.set(order.id, found)
    else if (/\d/.test(line)) unknown.push(line.trim())
  }
  return { waybills, unknown }
}
