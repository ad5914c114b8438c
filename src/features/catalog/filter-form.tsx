import { useEffect, useRef } from 'react'
import type { Filters } from '#contract/catalogue.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceFacet } from './choice-facet.tsx'
import type { FacetShown } from './facet-shown.ts'
import { isChosen } from './listing-url.ts'
import { PriceFacet } from './price-facet.tsx'

export type FilterFormProps = {
  /** The listing's own path: where the form goes without scripts. */
  action: string
  query: string
  sort: string
  facets: readonly FacetShown[]
  filters: Filters
  currency: string
  decimals: number
  onToggle: (facet: FacetShown, value: string) => void
  onPrice: (price: Filters['price']) => void
}

/** Every facet as a group of choices with counts. A GET form of its own: without scripts a button applies it. */
export function FilterForm({ action, query, sort, facets, filters, ...rest }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const start = useRef(() => {
    const early = [...(form.current?.elements ?? [])].find(
      (field) => field instanceof HTMLInputElement && field.checked !== field.defaultChecked,
    ) as HTMLInputElement | undefined
    const facet = facets.find(({ key }) => key === early?.name)
    if (early && facet && early.checked !== isChosen(filters, facet, early.value))
      rest.onToggle(facet, early.value)
  })
  // What was ticked before the script was here counts all the same.
  useEffect(() => start.current(), [])
  return (
    <form ref={form} action={action} method="get" onSubmit={(event) => event.preventDefault()}>
      {query && <input type="hidden" name="query" value={query} />}
      {sort !== 'default' && <input type="hidden" name="sort" value={sort} />}
      {facets.map((facet) =>
        facet.type === 'price' ? (
          <PriceFacet key={facet.key} facet={facet} price={filters.price} {...rest} />
        ) : (
          <ChoiceFacet key={facet.key} facet={facet} filters={filters} onToggle={rest.onToggle} />
        ),
      )}
      <noscript>
        <Button type="submit" look="secondary" isWide>
          Apply filters
        </Button>
      </noscript>
    </form>
  )
}
