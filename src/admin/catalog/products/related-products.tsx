import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#admin/api.ts'
import { EntryField } from '#admin/parts/entry-field.tsx'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import { queryKeys, useAnswer } from '#admin/query-keys.ts'
import { isSearchable } from '#contract/rules/search-text.ts'
import { imageUrl } from '#ui/image-url.ts'
import css from './product-screen.module.css'

type Props = {
  ids: readonly number[]
  ownId: number | undefined
  isReadOnly: boolean
  onChange: (ids: number[]) => void
}

/** Products under "You may also like", found by name or SKU. */
export function RelatedProducts({ ids, ownId, isReadOnly, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const q = typed.trim()
  const names = useAnswer(
    queryKeys.productNames(ids),
    (signal) => api.adminProducts.names({ ids: ids.join() }, signal),
    { enabled: ids.length > 0, placeholderData: (former) => former },
  )
  const found = useQuery({
    queryKey: queryKeys.productSearch(q),
    queryFn: async ({ signal }) => (await api.adminProducts.list({ q, per_page: 6 }, signal)).data.data,
    enabled: isSearchable(q),
  })
  const offered = (found.data ?? []).filter(({ id }) => id !== ownId && !ids.includes(id))
  return (
    <section className={screen.card} aria-labelledby="related-heading">
      <h2 id="related-heading">Related products</h2>
      <ul className={css.related}>
        {(names.data ?? [])
          .filter(({ id }) => ids.includes(id))
          .map(({ id, name, image_path }) => (
            <li key={id}>
              {image_path && (
                <img src={imageUrl(image_path, 320)} alt="" width={40} height={40} loading="lazy" />
              )}
              <span>{name}</span>
              {!isReadOnly && (
                <button
                  type="button"
                  aria-label={`Remove ${name}`}
                  onClick={() => onChange(ids.filter((other) => other !== id))}
                >
                  Remove
                </button>
              )}
            </li>
          ))}
      </ul>
      {!isReadOnly && (
        <EntryField
          label="Add a product"
          type="search"
          placeholder="Name or SKU"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            // Enter would save the product.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      )}
      {isSearchable(q) && (
        <ul className={css.related}>
          {offered.map(({ id, name }) => (
            <li key={id}>
              <span>{name}</span>
              <button
                type="button"
                aria-label={`Add ${name}`}
                onClick={() => {
                  onChange([...ids, id])
                  setTyped('')
                }}
              >
                Add
              </button>
            </li>
          ))}
          {found.data && offered.length === 0 && <li>No products found</li>}
        </ul>
      )}
    </section>
  )
}
