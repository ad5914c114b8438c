import { ownValue } from '#contract/rules/own-value.ts'
import type { DemoHomeSection, DemoImage, DemoTile } from './demo-files.ts'
import { mediaPathOf } from './seed-catalog.ts'

export type SeededSection = { component: string; settings: Record<string, unknown> }

/**
 * A home page section as `src/sections` defines it. Images in settings are `{ path, alt }`; size and placeholder are added on read.
 */
export function homeSection(section: DemoHomeSection, sliderId: number): SeededSection {
  const { title = '', text = '', cta } = section
  switch (section.type) {
    case 'hero':
      return {
        component: 'HeroSlider',
        settings: { slides: section.slides.map(heroSlide), slider_id: sliderId },
      }
    case 'usp_bar':
      return { component: 'PromiseBar', settings: { items: section.items } }
    case 'category_tiles':
      return {
        component: 'CategoryTiles',
        settings: { title: 'Shop by category', items: section.items.map(tile) },
      }
    case 'collection_tiles':
      return { component: 'CollectionTiles', settings: { title, items: section.items.map(tile) } }
    case 'product_grid': {
      const { source, limit } = section
      return {
        component: 'ProductGrid',
        settings: {
          title,
          source: ownValue(sourceOfLabel, source.label),
          label: source.label,
          items: [],
          limit,
          cta,
        },
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
      // The quotes are from reviews with five stars.
      return {
        component: 'Testimonials',
        settings: { title, items: section.items.map((item) => ({ ...item, rating: 5 })) },
      }
    case 'faq_teaser':
      return { component: 'FaqTeaser', settings: { title, items: section.items, cta } }
    case 'newsletter': {
      return { component: 'Newsletter', settings: { title, text } }
    }
    case 'blog_teaser':
      return { component: 'BlogTeaser', settings: { title, limit: section.limit, cta } }
  }
}

export type DemoSlide = (DemoHomeSection & { type: 'hero' })['slides'][number]

const heroSlide = ({ eyebrow, title, text, cta, image }: DemoSlide) => ({
  ...{ eyebrow, heading: title, sub_heading: text },
  ...{ button_text: cta.label, link: cta.href, image: mediaImage(image) },
})

/** The sort order of a product grid with a label. */
const sourceOfLabel: Record<string, string> = {
  bestseller: 'best_selling',
  new: 'newest',
  sale: 'on_sale',
}

/** The rooms as links to their products, with pictures of the products in use. */
export const shopByRoom = (): SeededSection => ({
  component: 'CategoryTiles',
  settings: {
    title: 'Shop by room',
    items: [
      room('Kitchen', 'kitchen', 'everyday-speckled-mug--sage-room', 'A sage mug on a kitchen table'),
      room('Dining', 'dining', 'speckled-plate-set-of-3--sage-room', 'Three plates on a table'),
      room('Living room', 'living-room', 'herringbone-wool-throw--sand-room', 'A sand-colored wool throw'),
      room('Bedroom', 'bedroom', 'pebble-lamp--oat-room', 'A pebble-shaped lamp on a bedside table'),
      room('Office', 'office', 'fan-notebooks-set-of-3--berry-room', 'Three notebooks on a desk'),
      room('Balcony', 'balcony', 'studio-planter-with-saucer--ink-room', 'A planter with a saucer'),
    ],
  },
})

function room(title: string, value: string, picture: string, alt: string) {
  const image = mediaImage({ path: `${picture}.avif`, alt })
  return { title, text: '', href: `/shop-online?room=${value}`, image }
}

const tile = ({ image, ...rest }: DemoTile) => ({ ...rest, image: mediaImage(image) })

export const mediaImage = ({ path, alt }: DemoImage) => ({ path: mediaPathOf(path), alt })
