import { lazyHydrated } from '#client/lazy-hydrated.tsx'
import { ProductGrid } from '#features/card/product-grid.tsx'
import { ProductDetails } from '#features/product/product-details.tsx'
import type { ScreenData } from '#pages/screen.ts'
import { Breadcrumbs } from '#ui/breadcrumbs.tsx'
import type { product } from './data.ts'
import css from './product.module.css'

const RecentlyViewed = lazyHydrated(() =>
  import('#features/product/recently-viewed.tsx').then((module) => module.RecentlyViewed),
)

export default function ProductScreen({ product: shown, breadcrumbs, related }: ScreenData<typeof product>) {
  const { slug } = shown
  return (
    <div className="wide">
      <Breadcrumbs trail={breadcrumbs} current={shown.product_name} />
      <ProductDetails key={slug} product={shown}>
        {related.length > 0 && (
          <section className={css.related}>
            <h2>You may also like</h2>
            <ProductGrid name="Related products" cards={related} isRail />
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
