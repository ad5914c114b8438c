import type { DemoCatalog } from './demo-files.ts'
import { mediaImage, type SeededSection } from './home-sections.ts'

/** The index of the demo shop's collections: `/collections`, linked from the menu. */
export const collectionsPage = ({ collections }: DemoCatalog, shop: string) => ({
  slug: 'collections',
  name: 'Collections',
  page_type: 'Page',
  meta_title: `Collections | ${shop}`,
  meta_description: collections.map(({ name }) => name).join(', '),
  sections: [
    {
      component: 'CollectionTiles',
      settings: {
        title: '',
        items: collections.map(({ name, slug, description, image }) => ({
          title: name,
          text: description,
          href: `/product-collection/${slug}`,
          image: mediaImage(image),
        })),
      },
    },
  ] as SeededSection[],
})
