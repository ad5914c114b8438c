type Counted = { is_buyable: boolean; stock: number; tracks_stock: boolean }

/** The stock that can be sold, in pieces. An unpublished product counts as sold out, whatever its stock. */
export const stockOf = ({ is_buyable, stock, tracks_stock }: Counted) =>
  is_buyable ? { stock, tracks_stock } : { stock: 0, tracks_stock: true }
