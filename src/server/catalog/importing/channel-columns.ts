import { keysOf } from '#contract/rules/own-value.ts'
import { type ColumnTable, normaliseHeader, type RowReader } from './columns.ts'
import type { DraftContext } from './dialect.ts'
import type { ChannelPriceDraft, LevelDraft } from './product-draft.ts'
import { readMrp, readPrice, readStock } from './read-variation-cells.ts'

/** Prices in a channel besides the default one, and stock in a location, in columns that name its code: `price[de]`, `stock[pune]`. */
export type ChannelField = `price[${string}]` | `mrp[${string}]` | `stock[${string}]`

/** By field, the names before the bracket that a column may have. */
const names = {
  price: ['price', 'variant price'],
  mrp: ['mrp', 'compare-at price', 'compare at price', 'variant compare at price'],
  stock: ['stock', 'inventory quantity'],
} as const

/** The codes of channels and of stock locations that columns name. */
export type NamedCodes = { codes: readonly string[]; locations: readonly string[] }

const inBrackets = /\s?\[([^[\]]*)\]$/

/** The columns of other channels and of locations in these headers, for `findColumns`, and the codes that they name. */
export function channelColumns(headers: readonly string[]): { table: ColumnTable } & NamedCodes {
  const table: Record<ChannelField, string[]> = {}
  const codes = new Set<string>()
  const locations = new Set<string>()
  for (const header of headers.map(normaliseHeader)) {
    const code = inBrackets.exec(header)?.[1]?.trim()
    const name = header.replace(inBrackets, '')
    const kind = keysOf(names).find((one) => names[one].some((known) => known === name))
    if (code === undefined || !kind) continue
    const field: ChannelField = `${kind}[${code}]`
    table[field] = [...(table[field] ?? []), header]
    if (kind === 'stock') locations.add(code)
    else codes.add(code)
  }
  return { table, codes: [...codes], locations: [...locations] }
}

/** Whether the row has a price in another channel, an earlier price there, or stock in a location. */
export const hasChannelCells = (row: RowReader<ChannelField>, { codes, locations }: NamedCodes): boolean =>
  codes.some((code) => row.text(`price[${code}]`) || row.text(`mrp[${code}]`)) ||
  locations.some((code) => row.text(`stock[${code}]`))

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

/** The stock of a row in locations; an empty cell keeps that of its location. An unknown location refuses the row. */
export function readLevels(
  row: RowReader<ChannelField>,
  { locations }: Pick<NamedCodes, 'locations'>,
  context: DraftContext,
): LevelDraft[] {
  return locations.flatMap((code) => {
    const field = `stock[${code}]` as const
    if (!row.text(field)) return []
    const location_id = context.locations.get(code)
    if (location_id === undefined) row.refuse(field, `There is no stock location “${code}”`)
    const quantity = readStock(row, field, context)
    return location_id === undefined || quantity === undefined ? [] : [{ location_id, quantity }]
  })
}

const reasonFor = (code: string, { defaultChannel }: DraftContext) =>
  code === defaultChannel
    ? `“${code}” is the default channel: its prices are in the columns without a channel`
    : `There is no channel “${code}”`
