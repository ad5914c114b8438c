import { useEffect, useRef, useState } from 'react'
import type { Filters } from '#contract/catalog.ts'
import { Button } from '#ui/button.tsx'
import { useAlive } from '#ui/use-alive.ts'
import css from './choice-facet.module.css'
import { ChoiceFacet } from './choice-facet.tsx'
import facetCss from './facet.module.css'
import type { FacetShown } from './facet-shown.ts'
import { isChosen, toggled } from './listing-url.ts'
import { PriceFacet } from './price-facet.tsx'

export type FilterFormProps = {
  /** The listing's own path: the form's target without JavaScript. */
  action: string
  query: string
  sort: string
  facets: readonly FacetShown[]
  filters: Filters
  currency: string
  decimals: number
  onFilters: (filters: Filters) => void
}

/** The first facets are open, the others only while one of their values is chosen. */
const OPEN = 3

/** All facets as groups of choices with counts. A GET form: without JavaScript a button applies it. */
export function FilterForm({ action, query, sort, facets, currency, decimals, ...rest }: FilterFormProps) {
  const [filters, choose] = useChosen(rest)
  const toggle = (facet: FacetShown, value: string) => choose(toggled(filters, facet, value))
  const { availability, ...withoutStock } = filters
  const isAlive = useAlive()
  const form = useRef<HTMLFormElement>(null)
  const start = useRef(() => {
    const early = [...(form.current?.elements ?? [])].find(
      (field) => field instanceof HTMLInputElement && field.checked !== field.defaultChecked,
    ) as HTMLInputElement | undefined
    const facet = facets.find(({ key }) => key === early?.name)
    if (early && facet && early.checked !== isChosen(filters, facet, early.value)) toggle(facet, early.value)
  })
  // Applies boxes that were ticked before hydration.
  useEffect(() => start.current(), [])
  return (
    <form ref={form} action={action} method="get" onSubmit={(event) => event.preventDefault()}>
      {query && <input type="hidden" name="query" value={query} />}
      {sort !== 'default' && <input type="hidden" name="sort" value={sort} />}
      {facets.map((facet, at) =>
        facet.type === 'price' ? (
          <PriceFacet
            key={facet.key}
            facet={facet}
            price={filters.price}
            currency={currency}
            decimals={decimals}
            onPrice={(price) => {
              const { price: _, ...others } = filters
              choose(price ? { ...others, price } : others)
            }}
          />
        ) : (
          <ChoiceFacet key={facet.key} facet={facet} filters={filters} isOpen={at < OPEN} onToggle={toggle} />
        ),
      )}
      {/* Last, and rendered by the server only if it is chosen: the markup of a listing is at its size budget. */}
      {(isAlive || availability) && (
        <StockChoice
          isOn={availability !== undefined}
          onToggle={() => choose(availability ? withoutStock : { ...filters, availability: 'in_stock' })}
        />
      )}
      <noscript>
        <Button type="submit" look="secondary" isWide>
          Apply filters
        </Button>
      </noscript>
    </form>
  )
}

type StockChoiceProps = { isOn: boolean; onToggle: () => void }

/** Hides products that are sold out in the chosen variation. */
function StockChoice({ isOn, onToggle }: StockChoiceProps) {
  return (
    <div className={facetCss.facet}>
      <label className={css.option}>
        <input type="checkbox" name="availability" value="in_stock" checked={isOn} onChange={onToggle} />
        <span className={css.label}>In stock only</span>
      </label>
    </div>
  )
}

/** Optimistic filters: choices show at once and accumulate while the list loads; the list's reply replaces them. */
function useChosen({ filters, onFilters }: Pick<FilterFormProps, 'filters' | 'onFilters'>) {
  const [chosen, setChosen] = useState({ listed: filters, filters })
  const choose = (next: Filters) => {
    setChosen({ listed: filters, filters: next })
    onFilters(next)
  }
  return [chosen.listed === filters ? chosen.filters : filters, choose] as const
}
