import { type ColumnTable, normaliseHeader, type RowReader } from './columns.ts'
import type { DraftContext } from './dialect.ts'
import type { ChannelPriceDraft } from './product-draft.ts'
import { readMrp, readPrice } from './read-variation-cells.ts'

/** The prices in a channel besides the default one, in columns that name its code: `price[de]`, `mrp[de]`. */
export type ChannelField = `price[${string}]` | `mrp[${string}]`

/** By field, the names before the bracket that a column may have. */
const names = {
  price: ['price', 'variant price'],
  mrp: ['mrp', 'compare-at price', 'compare at price', 'variant compare at price'],
}

const inBrackets = /\s?\[([^[\]]*)\]$/

/** The columns of other channels in these headers, for `findColumns`, and the codes that they name. */
export function channelColumns(headers: readonly string[]): { table: ColumnTable; codes: string[] } {
  const known = new Set([...names.price, ...names.mrp])
  const table: Record<ChannelField, string[]> = {}
  const codes = new Set<string>()
  for (const header of headers.map(normaliseHeader)) {
    const code = inBrackets.exec(header)?.[1]?.trim()
    const name = header.replace(inBrackets, '')
    if (code === undefined || !known.has(name)) continue
    const field: ChannelField = names.price.includes(name) ? `price[${code}]` : `mrp[${code}]`
    table[field] = [...(table[field] ?? []), header]
    codes.add(code)
  }
  return { table, codes: [...codes] }
}

/** Whether the row has a price in another channel, or an earlier price there. */
export const hasChannelPrices = (row: RowReader<ChannelField>, codes: readonly string[]): boolean =>
  codes.some((code) => row.text(`price[${code}]`) || row.text(`mrp[${code}]`))

/**
 * The prices of a row in other channels, in minor units of their currencies. As in the default channel, an empty price keeps the stored
 * one and an empty compare price removes the discount. An unknown channel refuses the row.
 */
export function readChannelPrices(
  row: RowReader<ChannelField>,
  codes: readonly string[],
  context: DraftContext,
): ChannelPriceDraft[] {
  return codes.flatMap((code) => {
    const fields = { price: `price[${code}]`, mrp: `mrp[${code}]` } as const
    const filled = [fields.price, fields.mrp].find((field) => row.text(field))
    const channel = context.channels.get(code)
    if (!channel) {
      if (filled) row.refuse(filled, reasonFor(code, context))
      return []
    }
    const inChannel = { ...context, price: { ...context.price, decimals: channel.decimals } }
    const selling_price = readPrice(row, fields.price, inChannel)
    const mrp = readMrp(row, fields.mrp, selling_price, inChannel)
    return selling_price === undefined && mrp === undefined
      ? []
      : [{ channel_id: channel.id, code, selling_price, mrp }]
  })
}

const reasonFor = (code: string, { defaultChannel }: DraftContext) =>
  code === defaultChannel
    ? `“${code}” is the default channel: its prices are in the columns without a channel`
    : `There is no channel “${code}”`
