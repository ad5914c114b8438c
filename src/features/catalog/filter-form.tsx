import { useEffect, useRef, useState } from 'react'
import type { Filters } from '#contract/catalogue.ts'
import { Button } from '#ui/button.tsx'
import { useAlive } from '#ui/use-alive.ts'
import { ChoiceFacet } from './choice-facet.tsx'
import type { FacetShown } from './facet-shown.ts'
import { isChosen, toggled } from './listing-url.ts'
import { PriceFacet } from './price-facet.tsx'
import { StockChoice } from './stock-choice.tsx'

export type FilterFormProps = {
  /** The listing's own path: where the form goes without scripts. */
  action: string
  query: string
  sort: string
  facets: readonly FacetShown[]
  filters: Filters
  currency: string
  decimals: number
  onFilters: (filters: Filters) => void
}

/** Every facet as a group of choices with counts. A GET form of its own: without scripts a button applies it. */
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
  // What was ticked before the script was here counts all the same.
  useEffect(() => start.current(), [])
  return (
    <form ref={form} action={action} method="get" onSubmit={(event) => event.preventDefault()}>
      {query && <input type="hidden" name="query" value={query} />}
      {sort !== 'default' && <input type="hidden" name="sort" value={sort} />}
      {facets.map((facet) =>
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
          <ChoiceFacet key={facet.key} facet={facet} filters={filters} onToggle={toggle} />
        ),
      )}
      {/* It stands last, and by the server only where it is chosen: a listing's markup is at its budget. */}
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

/** What is chosen shows at once, and adds up, though its list is still on the way; the list's answer then goes before it. */
function useChosen({ filters, onFilters }: Pick<FilterFormProps, 'filters' | 'onFilters'>) {
  const [chosen, setChosen] = useState({ listed: filters, filters })
  const choose = (next: Filters) => {
    setChosen({ listed: filters, filters: next })
    onFilters(next)
  }
  return [chosen.listed === filters ? chosen.filters : filters, choose] as const
}
