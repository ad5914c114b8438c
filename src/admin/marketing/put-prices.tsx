import {
  type ListedGoods,
  type ListPriceValues,
  mostGoodsAtOnce,
} from '#contract/admin/marketing/price-lists.ts'
import { percentBelow } from '#contract/rules/price-lists.ts'
import { api, refusal } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryField, EntrySelect, EntryText } from '../parts/entry-field.tsx'
import { showMessage } from '../parts/messages.tsx'
import { parseAmount, useCurrencyDigits } from '../parts/money-entry.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'

type Props = { channel: string; currency: string; onPaste: (items: ListPriceValues[]) => void }

/** Prices from the columns of a spreadsheet, put into the list. Lines that cannot be read, or are there twice, are named. */
export function PastePrices({ channel, currency, onPaste }: Props) {
  const unit = 10 ** useCurrencyDigits(currency)

  async function paste(form: HTMLFormElement) {
    const file = new FormData(form).get('file')
    const isFile = file instanceof File && file.size > 0
    if (isFile && file.size > 1_000_000) refuse('The file has more than 1 MB')
    const read = readPrices(isFile ? await file.text() : readEntries(form, { lines: entry.text }).lines, unit)
    if (read.length === 0) refuse('Please paste at least one line')
    const unreadable = read.filter(({ price, min_quantity }) => price === null || min_quantity === null)
    if (unreadable.length > 0) refuse(`Not readable: ${some(unreadable.map(({ line }) => line))}`)
    const twice = read.filter(({ sku, min_quantity }, at) =>
      read.slice(0, at).some((other) => other.sku === sku && other.min_quantity === min_quantity),
    )
    if (twice.length > 0)
      refuse(
        `Twice from the same quantity: ${some(twice.map(({ sku, min_quantity }) => `${sku} from ${min_quantity}`))}`,
      )
    const found = await inBatches(read, async (some) => {
      const skus = some.map(({ sku }) => sku)
      return (await api.adminPriceLists.goods({ channel, skus })).data.goods
    })
    const bySku = new Map(found.map((goods) => [goods.sku, goods.variation_id]))
    const unknown = read.filter(({ sku }) => !bySku.has(sku))
    if (unknown.length > 0) refuse(`No goods have these SKUs: ${some(unknown.map(({ sku }) => sku))}`)
    onPaste(
      read.flatMap(({ sku, min_quantity, price }) => {
        const variation_id = bySku.get(sku)
        return variation_id === undefined || price === null || min_quantity === null
          ? []
          : { variation_id, min_quantity, price }
      }),
    )
    showMessage(`${read.length} ${read.length === 1 ? 'price' : 'prices'} put into the list. Save to apply.`)
  }

  return (
    // React passes the dialog's submit event on to the form of the list, which must not save for it.
    <div onSubmit={(event) => event.stopPropagation()}>
      <ActionDialog
        label="Paste SKUs and prices"
        title="Paste SKUs and prices"
        submit="Put into the list"
        look="secondary"
        onSubmit={paste}
      >
        {(errors) => (
          <>
            <EntryText
              label={`Lines with SKU and price in ${currency}`}
              name="lines"
              rows={10}
              hint="Columns of a spreadsheet: SKU and price, or SKU, pieces from which it applies, and price. A price that is in the list is replaced, others stay."
              errors={errors.lines}
            />
            <EntryField
              label="Or a CSV file"
              name="file"
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              hint="As this list is exported: with the columns sku, min_quantity and price in its first line."
            />
          </>
        )}
      </ActionDialog>
    </div>
  )
}

/** What `read` finds for many, in several calls. */
async function inBatches<Wanted>(
  wanted: readonly Wanted[],
  read: (some: readonly Wanted[]) => Promise<ListedGoods[]>,
): Promise<ListedGoods[]> {
  const found: ListedGoods[] = []
  for (let at = 0; at < wanted.length; at += mostGoodsAtOnce)
    found.push(...(await read(wanted.slice(at, at + mostGoodsAtOnce))))
  return found
}

type PercentProps = Props & { items: readonly ListPriceValues[] }

/** Prices of all goods of the list by a percentage of their usual prices, from a quantity. */
export function PercentPrices({ channel, currency, items, onPaste }: PercentProps) {
  const unit = 10 ** useCurrencyDigits(currency)

  async function put(form: HTMLFormElement) {
    const entries = readEntries(form, {
      percent: entry.number,
      step: entry.number,
      min_quantity: entry.number,
    })
    const { percent, step, min_quantity } = entries
    const ids = [...new Set(items.map(({ variation_id }) => variation_id))]
    const goods = await inBatches(ids, async (variations) => {
      return (await api.adminPriceLists.goods({ channel, variations: [...variations] })).data.goods
    })
    onPaste(
      goods.flatMap(({ variation_id, price }) =>
        price === null ? [] : { variation_id, min_quantity, price: percentBelow(price, percent, step) },
      ),
    )
    showMessage(`${goods.length} ${goods.length === 1 ? 'price' : 'prices'} set. Save to apply.`)
  }

  return (
    <div onSubmit={(event) => event.stopPropagation()}>
      <ActionDialog
        label="Set by percentage"
        title="A percentage below the usual prices"
        submit="Set the prices"
        look="secondary"
        onSubmit={put}
      >
        {() => (
          <>
            <EntryField
              label="Percent"
              name="percent"
              type="number"
              min={1}
              max={99}
              defaultValue={10}
              required
            />
            <EntrySelect label={`Rounded to (${currency})`} name="step" defaultValue={unit}>
              {[1, unit, 5 * unit, 10 * unit, 50 * unit, 100 * unit]
                .filter((step, at, steps) => steps.indexOf(step) === at)
                .map((step) => (
                  <option key={step} value={step}>
                    {step / unit}
                  </option>
                ))}
            </EntrySelect>
            <EntryField
              label="From pieces"
              name="min_quantity"
              type="number"
              min={1}
              max={10_000}
              defaultValue={1}
              hint="Prices of the list for this quantity are replaced, others stay."
              required
            />
          </>
        )}
      </ActionDialog>
    </div>
  )
}

function refuse(message: string): never {
  throw refusal(message, { lines: [message] })
}

/** The first ones of a long list of texts. */
const some = (texts: readonly string[]) =>
  `${texts
    .slice(0, 5)
    .map((text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text))
    .join('; ')}${texts.length > 5 ? ` and ${texts.length - 5} more` : ''}`

/** The prices of pasted lines, or of a file whose first line names its columns. */
export function readPrices(text: string, unit: number) {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const [first = '', ...rows] = lines
  const delimiter = ['\t', ';'].find((one) => first.includes(one)) ?? ','
  const names = cellsOf(first.toLowerCase(), delimiter)
  const at = {
    sku: names.indexOf('sku'),
    pieces: names.indexOf('min_quantity'),
    price: names.indexOf('price'),
  }
  if (at.sku < 0 || at.price < 0) return lines.map((line) => readPriceLine(line, unit))
  return rows.map((line) => {
    const cells = cellsOf(line, delimiter)
    const cell = (column: number) => cells[column] ?? ''
    // Spreadsheets read a cell that begins like this as a formula: exports put an apostrophe before it.
    const sku = cell(at.sku).replace(/^'(?=[=+@-])/, '')
    return { ...readColumns(sku, cell(at.pieces) || '1', cell(at.price), unit), line }
  })
}

/** The cells of a line of CSV. A cell in quotation marks may have the delimiter, and its own quotation marks twice. */
function cellsOf(line: string, delimiter: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    if (character === delimiter && !isQuoted) cells.push('')
    else cells.push((cells.pop() ?? '') + character)
  }
  return cells.map((cell) =>
    cell.length > 1 && cell.startsWith('"') && cell.endsWith('"')
      ? cell.slice(1, -1).replaceAll('""', '"')
      : cell.trim(),
  )
}

/**
 * SKU, pieces and price of a line; null for what cannot be read. Columns are separated by tabs or semicolons. Two may have a comma between
 * them: with more commas a price of 1,449 could be a quantity and a price.
 * @param unit minor units of a major one
 */
export function readPriceLine(line: string, unit: number) {
  const columns = line.split(/\t|;/).map((column) => column.trim())
  const [sku = '', ...others] = columns.length > 1 ? columns : line.split(',').map((column) => column.trim())
  const isReadable = sku !== '' && (others.length === 1 || (others.length === 2 && columns.length > 1))
  const [pieces = '', price = ''] = others.length === 2 ? others : ['1', others[0]]
  const read = readColumns(sku, pieces, price, unit)
  return { ...(isReadable ? read : { ...read, min_quantity: null, price: null }), sku: sku || line, line }
}

function readColumns(sku: string, pieces: string, price: string, unit: number) {
  const amount = parseAmount(price.replace(/^\p{Sc}\s*/u, ''), unit)
  return {
    sku,
    min_quantity: /^[1-9]\d{0,3}$|^10000$/.test(pieces) ? Number(pieces) : null,
    price: amount === 0 ? null : amount,
  }
}
