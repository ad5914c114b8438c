import type { DemoHomeSection, DemoImage, DemoTile } from './demo-files.ts'
import { mediaPathOf } from './seed-catalogue.ts'

export type SeededSection = { component: string; settings: Record<string, unknown> }

/**
 * A section of the home page as `src/sections` knows it. Undefined: its screen is not built yet.
 * Pictures in settings are `{ path, alt }`; they get size and placeholder when they are read.
 */
export function homeSection(section: DemoHomeSection, sliderId: number): SeededSection | undefined {
  const { title = '', text = '', cta } = section
  switch (section.type) {
    case 'hero':
      return { component: 'HeroSlider', settings: { slider_id: sliderId } }
    case 'usp_bar':
      return { component: 'PromiseBar', settings: { items: section.items } }
    case 'category_tiles':
      return { component: 'CategoryTiles', settings: { title, items: section.items.map(tile) } }
    case 'collection_tiles':
      return { component: 'CollectionTiles', settings: { title, items: section.items.map(tile) } }
    case 'product_grid': {
      const { source, limit } = section
      return {
        component: 'ProductGrid',
        settings: { title, source: sourceOfLabel[source.label], label: source.label, items: [], limit, cta },
      }
    }
    case 'banner': {
      const { text_position } = section
      return {
        component: 'Banner',
        settings: { title, text, cta, image: mediaImage(section.image), text_position },
      }
    }
    case 'story':
      return { component: 'Story', settings: { title, text, cta, image: mediaImage(section.image) } }
    case 'testimonials':
      return { component: 'Testimonials', settings: { title, items: section.items } }
    case 'faq_teaser':
      return { component: 'FaqTeaser', settings: { title, items: section.items, cta } }
    case 'newsletter': {
      const { placeholder, button, consent } = section
      return { component: 'Newsletter', settings: { title, text, placeholder, button, consent } }
    }
    case 'blog_teaser':
      return undefined
  }
}

/** What a grid of products with a label is sorted by. */
const sourceOfLabel: Record<string, string> = {
  bestseller: 'best_selling',
  new: 'newest',
  sale: 'on_sale',
}

const tile = ({ image, ...rest }: DemoTile) => ({ ...rest, image: mediaImage(image) })

export const mediaImage = ({ path, alt }: DemoImage) => ({ path: mediaPathOf(path), alt })
