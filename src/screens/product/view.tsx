import { ProductDetails } from '#features/catalog/product-details.tsx'
import { ProductGrid } from '#features/catalog/product-grid.tsx'
import { productParts, RecentlyViewed } from '#features/catalog/product-parts.ts'
import type { ScreenData } from '#pages/screen.ts'
import { Breadcrumbs } from '#ui/breadcrumbs.tsx'
import type { product } from './data.ts'
import css from './product.module.css'

export const parts = productParts

export default function ProductScreen({ product: shown, breadcrumbs, related }: ScreenData<typeof product>) {
  const { slug } = shown
  return (
    <div className="wide">
      <Breadcrumbs trail={breadcrumbs} current={shown.product_name} />
      <ProductDetails key={slug} product={shown}>
        {related.length > 0 && (
          <section className={css.related}>
            <h2>Goes well with it</h2>
            <ProductGrid cards={related.slice(0, 4)} />
          </section>
        )}
        <RecentlyViewed ids={idsOf(shown)} slug={slug} />
      </ProductDetails>
    </div>
  )
}

const idsOf = ({ id, variations }: ScreenData<typeof product>['product']) => [
  id,
  ...variations.combinations.map(({ product_id }) => product_id),
]
