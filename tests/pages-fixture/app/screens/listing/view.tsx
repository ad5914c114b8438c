import type { ScreenData } from '#pages/screen.ts'
import type { listing } from './data.ts'
import styles from './listing.module.css'

export default function Listing({ things, query, visits }: ScreenData<typeof listing>) {
  return (
    <div className={styles.listing}>
      <h1>Shop</h1>
      <p id="count">
        {things.length} things{query && ` like ${query}`}
      </p>
      <p id="visits">{visits}</p>
      <form id="search" action="/shop-online">
        <input name="q" aria-label="Search" />
      </form>
      <form id="filter" action="/shop-online" data-keep-place>
        <input name="q" aria-label="Filter" />
      </form>
      <ul>
        {things.map(({ slug, name }) => (
          <li key={slug}>
            <a href={`/product/${slug}`}>{name}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
