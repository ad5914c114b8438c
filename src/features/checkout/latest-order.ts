const KEY = 'latest-order'
type Latest = { id: number; order_no: string }

/** The order that this browser placed last, for its other tabs. Optional: without storage they only show the empty cart. */
export const latestOrder = {
  read(): (Latest & { at: number }) | null {
    try {
      return JSON.parse(localStorage.getItem(KEY) ?? 'null')
    } catch {
      return null
    }
  },
  write(order: Latest) {
    try {
      if (latestOrder.read()?.id !== order.id)
        localStorage.setItem(KEY, JSON.stringify({ ...order, at: Date.now() }))
    } catch {
      // Storage is disabled.
    }
  },
}
