import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ListPriceValues,
  mostGoodsAtOnce,
  type PriceListValues,
} from '#contract/admin/marketing/price-lists.ts'
import { Button } from '#ui/button.tsx'
import { api } from '../api.ts'
import { useFormServices } from '../form/form-services.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { DownloadLink } from '../parts/download-link.tsx'
import { showMessage } from '../parts/messages.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import type { ResourceFormProps } from '../resource/resource.ts'
import { useSession } from '../session-context.ts'
import { PriceRow, PriceTable } from './price-list-rows.tsx'
import { PastePrices, PercentPrices } from './put-prices.tsx'

type Values = Partial<PriceListValues>
type FormProps = ResourceFormProps<Values>

/** Rows that are shown at first, and with each further press. */
const ROWS = 50

/** Name and times of a list, above its prices. */
export default function PriceListForm({ id, ...form }: FormProps) {
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
      {id !== undefined && (
        <DownloadLink href={`/api/admin/price-lists/${id}/export`}>Export as CSV</DownloadLink>
      )}
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
  const rows = inGroups(items).filter(
    ({ at }) => at < shown || Object.values(errorsOf(errors, at)).some((error) => error !== undefined),
  )
  const ids = [...new Set(rows.map(({ item }) => item.variation_id))].slice(0, mostGoodsAtOnce)
  const { data } = useAnswer(
    queryKeys.listedGoods(channel, ids),
    (signal) => api.adminPriceLists.goods({ channel, variations: ids }, signal),
    { placeholderData: keepPreviousData, enabled: ids.length > 0 },
  )
  const goods = new Map(data?.goods.map((one) => [one.variation_id, one]))
  const write = (next: ListPriceValues[]) => onChange({ ...value, items: next })
  const put = (added: readonly ListPriceValues[]) => write(merged(items, added))

  async function addProduct() {
    const chosen = await chooseRecord?.('product')
    if (!chosen) return
    const sold = await usualPrices(channel, Number(chosen.value))
    if (sold.length === 0) showMessage(`${chosen.label} is not sold in this channel`, 'bad')
    const known = new Set(items.map(({ variation_id }) => variation_id))
    put(sold.filter(({ variation_id }) => !known.has(variation_id)))
  }

  return (
    <section className={screen.card} aria-labelledby="list-prices">
      <h2 id="list-prices">Prices</h2>
      <p className={screen.help}>
        Shoppers pay the lowest price that applies, so a price that is not below the usual one changes
        nothing. A price from several pieces applies when the cart has so many of the same variation.
      </p>
      {items.length > 0 && (
        <PriceTable currency={currency} readOnly={readOnly}>
          {rows.map(({ item, at, group, nth }) => (
            <PriceRow
              key={`${item.variation_id} ${nth}`}
              item={item}
              goods={goods.get(item.variation_id)}
              group={group}
              currency={currency}
              errors={errorsOf(errors, at)}
              readOnly={readOnly}
              onChange={(next) => write(items.with(at, next))}
              onAdd={
                nth === 0 ? () => write(items.toSpliced(at + group.length, 0, nextTier(group))) : undefined
              }
              onRemove={() => write(items.toSpliced(at, 1))}
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
            <PastePrices channel={channel} currency={currency} onPaste={put} />
            {items.length > 0 && (
              <PercentPrices channel={channel} currency={currency} items={items} onPaste={put} />
            )}
          </>
        )}
      </div>
    </section>
  )
}

/** The prices of a list with further ones, which replace those for the same quantity, by goods and quantity. */
function merged(items: readonly ListPriceValues[], added: readonly ListPriceValues[]): ListPriceValues[] {
  const prices = new Map(
    [...items, ...added].map((item) => [`${item.variation_id} ${item.min_quantity}`, item]),
  )
  const groups = Map.groupBy(prices.values(), ({ variation_id }) => variation_id)
  return [...groups.values()].flatMap((group) =>
    group.sort((one, other) => one.min_quantity - other.min_quantity),
  )
}

/** The variations of a product that the channel sells, at their usual prices. */
async function usualPrices(channel: string, product: number): Promise<ListPriceValues[]> {
  const found = await api.adminPriceLists.goods({ channel, products: [product] })
  return found.data.goods.flatMap(({ variation_id, price }) =>
    price === null ? [] : { variation_id, min_quantity: 1, price },
  )
}

const errorsOf = (errors: FormProps['errors'], at: number) => ({
  goods: errors[`items.${at}.variation_id`]?.[0],
  quantity: errors[`items.${at}.min_quantity`]?.[0],
  price: errors[`items.${at}.price`]?.[0],
})

/** Each price with those of the same goods, which follow each other, and its number among them. */
function inGroups(items: readonly ListPriceValues[]) {
  const groups = Map.groupBy(items, ({ variation_id }) => variation_id)
  let first = 0
  return items.map((item, at) => {
    if (item.variation_id !== items[at - 1]?.variation_id) first = at
    return { item, at, group: groups.get(item.variation_id) ?? [], nth: at - first }
  })
}

/** A further quantity of the same goods, to be changed: as many again as the highest one, 10 at least. */
function nextTier(group: readonly ListPriceValues[]): ListPriceValues {
  const last = group.reduce((most, one) => (one.min_quantity > most.min_quantity ? one : most))
  return { ...last, min_quantity: Math.min(10_000, Math.max(10, last.min_quantity * 2)) }
}
