import { chipLinkClass, chipListClass } from '#ui/chip-link.ts'
import { Icon } from '#ui/icon.tsx'
import css from './product-facts.module.css'
import type { Fact, ProductShown } from './product-shown.ts'
import type { Variation } from './use-variation.ts'

/** Further information, as disclosures. */
export function ProductFacts({ product, shown }: { product: ProductShown; shown: Variation['shown'] }) {
  const { brand, brand_description, specifications, tags } = product
  const facts: Fact[] = [...specifications, { label: 'SKU', value: shown.sku }]
  return (
    <>
      <div className={css.parts}>
        <details open>
          <summary>
            About it <Icon name="chevron-down" size={18} />
          </summary>
          <div className={css.rich} dir="auto" dangerouslySetInnerHTML={{ __html: product.description }} />
        </details>
        {specifications.length > 0 && (
          <details open>
            <summary>
              Specifications <Icon name="chevron-down" size={18} />
            </summary>
            <table className={css.table}>
              <tbody>
                {facts.map(({ label, value, url }) => (
                  <tr key={label + value}>
                    <th scope="row">
                      <bdi>{label}</bdi>
                    </th>
                    <td>
                      <bdi>{url ? <a href={url}>{value}</a> : value}</bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        )}
        {brand && brand_description && (
          <details>
            <summary>
              Who makes it <Icon name="chevron-down" size={18} />
            </summary>
            <p className={css.rich} dir="auto">
              {brand_description}
            </p>
          </details>
        )}
      </div>

      {tags.length > 0 && (
        <nav className={css.more} aria-label="Similar products">
          <span className="note">More in</span>
          <ul className={chipListClass}>
            {tags.map(({ name, slug }) => (
              <li key={slug}>
                <a className={chipLinkClass} href={`/shop-online?tag=${slug}`}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}
