import type { Db } from '#server/platform/kernel/context.ts'
import type { PageType } from './page-type.ts'

/**
 * The cache tag of the product, category or collection of a URL; undefined when it does not exist or is
 * unpublished. A product matches by its slug or a variation's sku.
 */
export async function findCatalogTag(db: Db, pageType: PageType, slug: string): Promise<string | undefined> {
  switch (pageType) {
    case 'Product': {
      const row = await db
        .selectFrom('products')
        .select('id')
        .where('is_published', '=', true)
        .where((eb) =>
          eb.or([
            eb('slug', '=', slug),
            eb.exists(
              eb
                .selectFrom('variations')
                .select('variations.id')
                .whereRef('variations.product_id', '=', 'products.id')
                .where('variations.sku', '=', slug),
            ),
          ]),
        )
        .executeTakeFirst()
      return row && `product:${row.id}`
    }
    case 'Collection': {
      const row = await db.selectFrom('collections').select('id').where('slug', '=', slug).executeTakeFirst()
      return row && `collection:${row.id}`
    }
    case 'Category':
    case 'SuperCategory': {
      const row = await db.selectFrom('categories').select('id').where('slug', '=', slug).executeTakeFirst()
      return row && `category:${row.id}`
    }
    default:
      return undefined
  }
}
