import { memo, useState } from 'react'
import { MoneyEntry } from '#admin/parts/money-entry.tsx'
import { entryStyles as parts, screenStyles as screen } from '#admin/parts/styles.ts'
import { useSession } from '#admin/session-context.ts'
import type { VariationValues } from '#contract/admin/catalog/products.ts'
import { FindVariation, MOST_FOUND, useFound } from './find-variation.tsx'
import css from './product-screen.module.css'

type Props = {
  variations: VariationValues[]
  errors: Record<string, string[]>
  isReadOnly: boolean
  onChange: (variations: VariationValues[]) => void
}

type Price = NonNullable<VariationValues['channel_prices']>[number]

/** The prices of the variations in one further channel. Nothing in a shop of one channel. ADR 0033. */
export const ChannelPrices = memo(function ChannelPrices({
  variations,
  errors,
  isReadOnly,
  onChange,
}: Props) {
  const [, ...further] = useSession().session.shop.channels
  const [chosen, setChosen] = useState<number>()
  const channel = further.find(({ id }) => id === chosen) ?? further[0]
  const found = useFound(variations)
  if (!channel) return null

  const change = (at: number, part?: Partial<Price>) =>
    onChange(
      variations.map((variation, index) => (index === at ? priced(variation, channel.id, part) : variation)),
    )

  const hasErrors = Object.keys(errors).some((field) => field.includes('.channel_prices'))
  return (
    <section className={screen.card} aria-labelledby="channel-prices-heading">
      <div className={css.cardHeader}>
        <h2 id="channel-prices-heading">Prices in other channels</h2>
        <select
          className={parts.input}
          style={{ width: 'auto' }}
          aria-label="Channel of the prices"
          value={channel.id}
          onChange={({ target }) => setChosen(Number(target.value))}
        >
          {further.map(({ id, name, currency }) => (
            <option key={id} value={id}>
              {name}, {currency}
            </option>
          ))}
        </select>
      </div>
      <p>A variation without a price is not sold in {channel.name}.</p>
      {hasErrors && <p role="alert">A compare price must not be below the price.</p>}
      <FindVariation {...found} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard. */}
      <section className={css.scroller} tabIndex={0} aria-label={`Prices in ${channel.name}`}>
        <table className={css.grid}>
          <thead>
            <tr>
              <th scope="col">SKU</th>
              <th scope="col">Price ({channel.currency})</th>
              <th scope="col">Compare price ({channel.currency})</th>
            </tr>
          </thead>
          <tbody>
            {found.positions.slice(0, MOST_FOUND).map((at) => {
              const variation = variations[at]!
              return (
                <PriceRow
                  key={`${channel.id} ${variation.id ?? `new ${at}`}`}
                  name={variation.sku || `variation ${at + 1}`}
                  price={priceIn(variation, channel.id)}
                  channel={channel}
                  isReadOnly={isReadOnly}
                  onChange={(part) => change(at, part)}
                />
              )
            })}
          </tbody>
        </table>
      </section>
    </section>
  )
})

type RowProps = {
  name: string
  price: Price | undefined
  channel: { name: string; currency: string }
  isReadOnly: boolean
  /** Without a part the price is removed. */
  onChange: (part?: Partial<Price>) => void
}

const PriceRow = ({ name, price, channel, isReadOnly, onChange }: RowProps) => (
  <tr>
    <th scope="row">{name}</th>
    <td className={css.money}>
      <MoneyEntry
        label={`Price of ${name} in ${channel.name}`}
        value={price?.selling_price ?? null}
        currency={channel.currency}
        isReadOnly={isReadOnly}
        onChange={(amount) => (amount === null ? onChange() : onChange({ selling_price: amount }))}
      />
    </td>
    <td className={css.money}>
      <MoneyEntry
        label={`Compare price of ${name} in ${channel.name}`}
        value={price?.mrp ?? null}
        currency={channel.currency}
        isReadOnly={isReadOnly || !price}
        onChange={(mrp) => onChange({ mrp })}
      />
    </td>
  </tr>
)

const priceIn = ({ channel_prices = [] }: VariationValues, channelId: number) =>
  channel_prices.find(({ channel_id }) => channel_id === channelId)

/** The variation with another price in the channel, or with none. */
function priced(variation: VariationValues, channel_id: number, part?: Partial<Price>): VariationValues {
  const before = priceIn(variation, channel_id)
  const others = (variation.channel_prices ?? []).filter((price) => price !== before)
  const next = part && { channel_id, selling_price: 0, mrp: null, ...before, ...part }
  const prices = next ? [...others, next].sort((one, other) => one.channel_id - other.channel_id) : others
  return { ...variation, channel_prices: prices }
}
