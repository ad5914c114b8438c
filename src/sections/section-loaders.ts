import type { z } from 'zod'
import * as banner from './banner/schema.ts'
import * as categoryTiles from './category-tiles/schema.ts'
import * as faq from './faq/schema.ts'
import * as faqTeaser from './faq-teaser/schema.ts'
import { load as loadHeroSlider } from './hero-slider/data.ts'
import * as heroSlider from './hero-slider/schema.ts'
import * as newsletter from './newsletter/schema.ts'
import { load as loadProductGrid } from './product-grid/data.ts'
import * as productGrid from './product-grid/schema.ts'
import * as promiseBar from './promise-bar/schema.ts'
import * as richText from './rich-text/schema.ts'
import type { SectionRequest } from './section.ts'
import * as story from './story/schema.ts'
import * as testimonials from './testimonials/schema.ts'

type Row = { settings: z.ZodType; load?: (settings: never, request: SectionRequest) => unknown }

/** The server's half of every section, by its name on the wire. `section-views.tsx` holds the browser's. */
const sections: Record<string, Row> = {
  HeroSlider: { ...heroSlider, load: loadHeroSlider },
  PromiseBar: promiseBar,
  CategoryTiles: categoryTiles,
  CollectionTiles: categoryTiles,
  ProductGrid: { ...productGrid, load: loadProductGrid },
  Banner: banner,
  Story: story,
  Testimonials: testimonials,
  FaqTeaser: faqTeaser,
  Faq: faq,
  Newsletter: newsletter,
  RichText: richText,
}

/**
 * What a section shows: settings with their defaults, and its data. An unknown component is null: its plugin may be gone.
 * @throws when the settings do not fit the section's schema, or its loader fails: the caller drops the section.
 */
export async function loadSection(
  section: { component: string; settings: unknown },
  request: SectionRequest,
) {
  const row = sections[section.component]
  if (!row) return null
  const settings = row.settings.parse(section.settings)
  const data = row.load ? await row.load(settings as never, request) : null
  return { settings, data }
}

export const sectionNames = Object.keys(sections)
