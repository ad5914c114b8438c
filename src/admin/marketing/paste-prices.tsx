import {
  type ListedGoods,
  type ListPriceValues,
  mostGoodsAtOnce,
} from '#contract/admin/marketing/price-lists.ts'
import { api, refusal } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryText } from '../parts/entry-field.tsx'
import { showMessage } from '../parts/messages.tsx'
import { parseAmount, useCurrencyDigits } from '../parts/money-entry.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'

type Props = { channel: string; currency: string; onPaste: (items: ListPriceValues[]) => void }

/** Prices from the columns of a spreadsheet, put into the list. Lines that cannot be read, or are there twice, are named. */
export function PastePrices({ channel, currency, onPaste }: Props) {
  const unit = 10 ** useCurrencyDigits(currency)

  async function paste(form: HTMLFormElement) {
    const { lines } = readEntries(form, { lines: entry.text })
    const read = lines
      .split(/\r?\n/)
      .flatMap((line) => (line.trim() === '' ? [] : readPriceLine(line.trim(), unit)))
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
    const found: ListedGoods[] = []
    for (let at = 0; at < read.length; at += mostGoodsAtOnce) {
      const skus = read.slice(at, at + mostGoodsAtOnce).map(({ sku }) => sku)
      found.push(...(await api.adminPriceLists.goods({ channel, skus })).data.goods)
    }
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
          <EntryText
            label={`Lines with SKU and price in ${currency}`}
            name="lines"
            rows={10}
            hint="Columns of a spreadsheet: SKU and price, or SKU, pieces from which it applies, and price. A price that is in the list is replaced, others stay."
            errors={errors.lines}
          />
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

/**
 * SKU, pieces and price of a line; null for what cannot be read. Columns are separated by tabs or semicolons. Two may have a comma between
 * them: with more commas a price of 1,449 could be a quantity and a price.
 * @param unit minor units of a major one
 */
export function readPriceLine(line: string, unit: number) {
  const columns = line.split(/\t|;/).map((column) => column.trim())
  const [sku = '', ...others] = columns.length > 1 ? columns : line.split(',').map((column) => column.trim())
  const isReadable = sku !== '' && (others.length === 1 || (others.length === 2 && columns.length > 1))
  const [pieces = '', price] = others.length === 2 ? others : ['1', others[0]]
  const amount = parseAmount((price ?? '').replace(/^\p{Sc}\s*/u, ''), unit)
  return {
    line,
    sku: sku || line,
    min_quantity: isReadable && /^[1-9]\d{0,3}$|^10000$/.test(pieces) ? Number(pieces) : null,
    price: isReadable && amount !== 0 ? amount : null,
  }
}
