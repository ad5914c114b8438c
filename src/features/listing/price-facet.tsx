import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import type { Filters } from '#contract/catalog.ts'
import { formatMoney } from '#contract/money.ts'
import { Icon } from '#ui/icon.tsx'
import { useLocale } from '#ui/locale.ts'
import facetCss from './facet.module.css'
import type { FacetShown } from './facet-shown.ts'
import css from './price-facet.module.css'
import { nearestStop, type PriceRange, priceFilter, sliderStops } from './price-range.ts'

/** How long a thumb must rest before the range applies. */
const REST_MS = 350

type Props = {
  facet: FacetShown
  price: Filters['price']
  currency: string
  decimals: number
  onPrice: (price: Filters['price']) => void
}

/** A price range with two thumbs or two inputs, in major units. A typed value applies on blur or Enter. */
export function PriceFacet({ facet, price, currency, decimals, onPrice }: Props) {
  const { min, max } = facet
  if (min === undefined || max === undefined || min === max) return null
  const unit = 10 ** decimals
  const ends = { min: Math.floor(min / unit), max: Math.ceil(max / unit) }
  const chosen = {
    min: price?.min === undefined ? ends.min : price.min / unit,
    max: price?.max === undefined ? ends.max : price.max / unit,
  }
  return (
    <details className={facetCss.facet} open aria-label={facet.label}>
      <summary className={facetCss.title}>
        {facet.label}
        <Icon name="chevron-down" size={16} />
      </summary>
      <Range
        // A range that was changed elsewhere (a chip, Back) replaces the one being chosen here.
        key={`${chosen.min} ${chosen.max}`}
        ends={ends}
        chosen={chosen}
        currency={currency}
        unit={unit}
        onChange={(range) => {
          const next = priceFilter(range, ends, unit)
          if (next?.min !== price?.min || next?.max !== price?.max) onPrice(next)
        }}
      />
    </details>
  )
}

type RangeProps = {
  ends: PriceRange
  chosen: PriceRange
  currency: string
  unit: number
  onChange: (range: PriceRange) => void
}

function Range({ ends, chosen, currency, unit, onChange }: RangeProps) {
  const locale = useLocale()
  const [range, setRange] = useState(chosen)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const words = (amount: number) => formatMoney({ amount: Math.round(amount * unit), currency }, locale)
  const stops = useMemo(() => sliderStops(ends), [ends.min, ends.max])
  const share = (amount: number) => (nearestStop(stops, amount) / (stops.length - 1)) * 100

  function move(end: keyof PriceRange, amount: number) {
    // A thumb cannot pass the other one.
    const next =
      end === 'min'
        ? { ...range, min: Math.min(amount, range.max) }
        : { ...range, max: Math.max(amount, range.min) }
    setRange(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(next), REST_MS)
  }
  function settle(next: PriceRange) {
    clearTimeout(timer.current)
    onChange(next.min > next.max ? { min: next.max, max: next.min } : next)
  }

  return (
    <>
      <div
        className={css.slider}
        style={{ '--from': `${share(range.min)}%`, '--to': `${share(range.max)}%` } as CSSProperties}
      >
        {endNames.map(({ end, words: label }) => (
          <input
            key={end}
            type="range"
            aria-label={`${label} price`}
            // When both thumbs meet at the upper end, the lower one is on top, because only it can move.
            data-over={(end === 'min' && share(range.min) > 50) || undefined}
            aria-valuetext={words(range[end])}
            min={0}
            max={stops.length - 1}
            value={nearestStop(stops, range[end])}
            onChange={(event) => move(end, stops[event.target.valueAsNumber] ?? ends[end])}
          />
        ))}
      </div>
      <div className={css.range}>
        {endNames.map(({ end, name, words: label }) => (
          <label key={end} className={css.end}>
            <span className={css.endLabel}>{label}</span>
            <input
              type="number"
              inputMode="decimal"
              name={name}
              min={0}
              step="any"
              placeholder={String(ends[end])}
              value={range[end] === ends[end] ? '' : range[end]}
              onChange={({ target: { valueAsNumber: typed } }) =>
                setRange({ ...range, [end]: Number.isFinite(typed) && typed >= 0 ? typed : ends[end] })
              }
              onBlur={() => settle(range)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                settle(range)
              }}
            />
          </label>
        ))}
      </div>
      <p className={css.hint}>{`${words(ends.min)} to ${words(ends.max)}`}</p>
    </>
  )
}

const endNames = [
  { end: 'min', name: 'price_min', words: 'From' },
  { end: 'max', name: 'price_max', words: 'To' },
] as const
