import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type ListedGoods,
  type ListPriceValues,
  mostGoodsAtOnce,
  type PriceListValues,
} from '#contract/admin/marketing/price-lists.ts'
import { Button } from '#ui/button.tsx'
import { api, refusal } from '../api.ts'
import { useFormServices } from '../form/form-services.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryText } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { MoneyEntry, parseAmount, useCurrencyDigits } from '../parts/money-entry.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import type { ResourceFormProps } from '../resource/resource.ts'
import { useSession } from '../session-context.ts'
import css from './price-list-form.module.css'

type Values = Partial<PriceListValues>
type FormProps = ResourceFormProps<Values>

/** Rows that are shown at first, and with each further press. */
const ROWS = 50

/** Name and times of a list, above its prices. */
export default function PriceListForm({ id: _id, ...form }: FormProps) {
  const { schema, value, onChange } = form
  const { items: _items, ...properties } = schema.properties ?? {}
  const { items: _prices, ...fields } = value
  return (
    <>
      <SchemaForm
        {...form}
        schema={{
          ...schema,
          properties,
          required: schema.required?.filter((name) => name !== 'items') ?? [],
        }}
        value={fields}
        onChange={(next) => onChange({ ...value, ...next })}
      />
      <Prices {...form} items={value.items ?? []} channel={value.channel ?? ''} />
    </>
  )
}

type PricesProps = Pick<FormProps, 'value' | 'errors' | 'readOnly' | 'onChange'> & {
  items: ListPriceValues[]
  channel: string
}

function Prices({ value, items, channel, errors, readOnly, onChange }: PricesProps) {
  const { chooseRecord } = useFormServices()
  const { channels } = useSession().session.shop
  const [shown, setShown] = useState(ROWS)
  const { currency = '' } = channels.find(({ code }) => code === channel) ?? channels[0] ?? {}
  const rows = items.flatMap((item, at) => (at < shown || errorOf(errors, at) ? [{ item, at }] : []))
  const ids = rows.slice(0, mostGoodsAtOnce).map(({ item }) => item.variation_id)
  const { data } = useAnswer(
    queryKeys.listedGoods(channel, ids),
    (signal) => api.adminPriceLists.goods({ channel, variations: ids }, signal),
    { placeholderData: keepPreviousData, enabled: ids.length > 0 },
  )
  const goods = new Map(data?.goods.map((one) => [one.variation_id, one]))
  const write = (next: ListPriceValues[]) => onChange({ ...value, items: next })
  const put = (added: readonly ListPriceValues[]) => {
    const prices = new Map([...items, ...added].map((item) => [item.variation_id, item]))
    write([...prices.values()])
  }

  async function addProduct() {
    const chosen = await chooseRecord?.('product')
    if (!chosen) return
    const found = await api.adminPriceLists.goods({ channel, products: [Number(chosen.value)] })
    const known = new Set(items.map(({ variation_id }) => variation_id))
    const sold = found.data.goods.filter(({ price }) => price !== null)
    if (sold.length === 0) showMessage(`${chosen.label} is not sold in this channel`, 'bad')
    put(
      sold.flatMap(({ variation_id, price }) =>
        price === null || known.has(variation_id) ? [] : { variation_id, price },
      ),
    )
  }

  return (
    <section className={screen.card} aria-labelledby="list-prices">
      <h2 id="list-prices">Prices</h2>
      <p className={screen.help}>
        Shoppers pay the lowest price that applies, so a price that is not below the usual one changes
        nothing.
      </p>
      {items.length > 0 && (
        <PriceTable currency={currency} readOnly={readOnly}>
          {rows.map(({ item, at }) => (
            <PriceRow
              key={item.variation_id}
              item={item}
              goods={goods.get(item.variation_id)}
              currency={currency}
              error={errorOf(errors, at)}
              readOnly={readOnly}
              onChange={(price) => write(items.with(at, { ...item, price }))}
              onRemove={() => write(items.filter((_, index) => index !== at))}
            />
          ))}
        </PriceTable>
      )}
      <p role="status" className={screen.help}>
        {items.length === 0
          ? 'No prices yet'
          : `${items.length} ${items.length === 1 ? 'price' : 'prices'}${rows.length < items.length ? `, ${rows.length} shown` : ''}`}
      </p>
      <div className={screen.buttons}>
        {rows.length < items.length && (
          <Button look="secondary" onClick={() => setShown(shown + ROWS)}>
            Show more
          </Button>
        )}
        {!readOnly && (
          <>
            <Button look="secondary" onClick={addProduct}>
              Add a product
            </Button>
            <PasteDialog channel={channel} currency={currency} onPaste={put} />
          </>
        )}
      </div>
    </section>
  )
}

type TableProps = { currency: string; readOnly: boolean; children: ReactNode }

const PriceTable = ({ currency, readOnly, children }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard.
  <section className={css.scroller} tabIndex={0} aria-label="Prices of the list">
    <table className={css.prices}>
      <thead>
        <tr>
          <th scope="col">Goods</th>
          <th scope="col" data-number="">
            Usual price
          </th>
          <th scope="col">Price ({currency})</th>
          {!readOnly && (
            <th scope="col">
              <span className="visually-hidden">Remove</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
)

const errorOf = (errors: FormProps['errors'], at: number) =>
  (errors[`items.${at}.variation_id`] ?? errors[`items.${at}.price`])?.[0]

type RowProps = {
  item: ListPriceValues
  /** Undefined until they are read. */
  goods: ListedGoods | undefined
  currency: string
  error: string | undefined
  readOnly: boolean
  onChange: (price: number) => void
  onRemove: () => void
}

function PriceRow({ item, goods, currency, error, readOnly, onChange, onRemove }: RowProps) {
  const { money } = useFormat()
  const name = goods?.name ?? `Variation ${item.variation_id}`
  const isNoReduction = typeof goods?.price === 'number' && item.price >= goods.price
  return (
    <tr>
      <th scope="row">
        {name}
        {goods && <small>{goods.sku}</small>}
        {error && <small data-tone="bad">{error}</small>}
      </th>
      <td data-number="">
        {goods && (goods.price === null ? 'Not sold' : money({ amount: goods.price, currency }))}
      </td>
      <td className={css.money}>
        <MoneyEntry
          label={`Price of ${name}`}
          value={item.price}
          currency={currency}
          isReadOnly={readOnly}
          hasError={error !== undefined}
          isRequired
          onChange={(price) => price !== null && onChange(price)}
        />
        {isNoReduction && <small>Not below the usual price</small>}
      </td>
      {!readOnly && (
        <td>
          <Button look="quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        </td>
      )}
    </tr>
  )
}

type PasteProps = { channel: string; currency: string; onPaste: (items: ListPriceValues[]) => void }

function PasteDialog({ channel, currency, onPaste }: PasteProps) {
  const unit = 10 ** useCurrencyDigits(currency)

  async function paste(form: HTMLFormElement) {
    const { lines } = readEntries(form, { lines: entry.text })
    const read = lines
      .split(/\r?\n/)
      .flatMap((line) => (line.trim() === '' ? [] : readLine(line.trim(), unit)))
    const unreadable = read.filter(({ price }) => price === null)
    if (read.length === 0) refuse('Please paste at least one line')
    if (unreadable.length > 0) refuse(`Not readable: ${some(unreadable.map(({ line }) => line))}`)
    const found: ListedGoods[] = []
    for (let at = 0; at < read.length; at += mostGoodsAtOnce) {
      const skus = read.slice(at, at + mostGoodsAtOnce).map(({ sku }) => sku)
      found.push(...(await api.adminPriceLists.goods({ channel, skus })).data.goods)
    }
    const bySku = new Map(found.map((goods) => [goods.sku, goods.variation_id]))
    const unknown = read.filter(({ sku }) => !bySku.has(sku))
    if (unknown.length > 0) refuse(`No goods have these SKUs: ${some(unknown.map(({ sku }) => sku))}`)
    onPaste(
      read.flatMap(({ sku, price }) => {
        const variation_id = bySku.get(sku)
        return variation_id === undefined || price === null ? [] : { variation_id, price }
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
            hint="Two columns of a spreadsheet, or a comma or semicolon between them. A price that is in the list is replaced."
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

/** An SKU and its price in minor units, null where there is none. A SKU may contain commas: the price is what comes last. */
function readLine(line: string, unit: number) {
  const at = Math.max(line.lastIndexOf('\t'), line.lastIndexOf(';'))
  const between = at > 0 ? at : line.indexOf(',')
  if (between < 1) return { line, sku: line, price: null }
  const amount = parseAmount(
    line
      .slice(between + 1)
      .trim()
      .replace(/^\p{Sc}\s*/u, ''),
    unit,
  )
  return { line, sku: line.slice(0, between).trim(), price: amount === 0 ? null : amount }
}
