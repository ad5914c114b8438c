import type { z } from 'zod'
import { ownValue } from '#contract/rules/own-value.ts'
import * as accordion from './accordion/schema.ts'
import * as banner from './banner/schema.ts'
import { load as loadBlogTeaser } from './blog-teaser/data.ts'
import * as blogTeaser from './blog-teaser/schema.ts'
import * as buttonRow from './button-row/schema.ts'
import * as categoryTiles from './category-tiles/schema.ts'
import * as collectionTiles from './collection-tiles/schema.ts'
import * as columns from './columns/schema.ts'
import { load as loadContact } from './contact/data.ts'
import * as contact from './contact/schema.ts'
import { load as loadCountdown } from './countdown/data.ts'
import * as countdown from './countdown/schema.ts'
import * as customHtml from './custom-html/schema.ts'
import * as divider from './divider/schema.ts'
import { load as loadFaq } from './faq/data.ts'
import * as faq from './faq/schema.ts'
import * as faqTeaser from './faq-teaser/schema.ts'
import { load as loadForm } from './form/data.ts'
import * as form from './form/schema.ts'
import * as headline from './headline/schema.ts'
import { load as loadHeroSlider } from './hero-slider/data.ts'
import * as heroSlider from './hero-slider/schema.ts'
import * as imageWithText from './image-with-text/schema.ts'
import * as logoStrip from './logo-strip/schema.ts'
import { load as loadMap } from './map/data.ts'
import * as mapSection from './map/schema.ts'
import { load as loadNewsletter } from './newsletter/data.ts'
import * as newsletter from './newsletter/schema.ts'
import * as pictureGallery from './picture-gallery/schema.ts'
import { load as loadProductGrid } from './product-grid/data.ts'
import * as productGrid from './product-grid/schema.ts'
import { load as loadProductSpotlight } from './product-spotlight/data.ts'
import * as productSpotlight from './product-spotlight/schema.ts'
import { load as loadProductTabs } from './product-tabs/data.ts'
import * as productTabs from './product-tabs/schema.ts'
import * as promiseBar from './promise-bar/schema.ts'
import * as recentlyViewed from './recently-viewed/schema.ts'
import * as richText from './rich-text/schema.ts'
import type { SectionRequest } from './section.ts'
import { layoutOf, SectionLayout } from './section-layout.ts'
import * as story from './story/schema.ts'
import * as tabs from './tabs/schema.ts'
import { load as loadTestimonials } from './testimonials/data.ts'
import * as testimonials from './testimonials/schema.ts'
import { load as loadVideo } from './video/data.ts'
import * as video from './video/schema.ts'

type Row = { settings: z.ZodObject; load?: (settings: never, request: SectionRequest) => unknown }

/** The server's half of every section, by its name on the wire. `section-views.tsx` has the browser's. */
const sections: Record<string, Row> = {
  HeroSlider: { ...heroSlider, load: loadHeroSlider },
  PromiseBar: promiseBar,
  CategoryTiles: categoryTiles,
  CollectionTiles: collectionTiles,
  ProductGrid: { ...productGrid, load: loadProductGrid },
  Banner: banner,
  Story: story,
  Testimonials: { ...testimonials, load: loadTestimonials },
  FaqTeaser: faqTeaser,
  Faq: { ...faq, load: loadFaq },
  BlogTeaser: { ...blogTeaser, load: loadBlogTeaser },
  RichText: richText,
  Accordion: accordion,
  ButtonRow: buttonRow,
  Columns: columns,
  Countdown: { ...countdown, load: loadCountdown },
  CustomHtml: customHtml,
  Divider: divider,
  Headline: headline,
  ImageWithText: imageWithText,
  LogoStrip: logoStrip,
  Map: { ...mapSection, load: loadMap },
  PictureGallery: pictureGallery,
  ProductSpotlight: { ...productSpotlight, load: loadProductSpotlight },
  ProductTabs: { ...productTabs, load: loadProductTabs },
  RecentlyViewed: recentlyViewed,
  Tabs: tabs,
  Video: { ...video, load: loadVideo },
  Newsletter: { ...newsletter, load: loadNewsletter },
  Form: { ...form, load: loadForm },
  Contact: { ...contact, load: loadContact },
}

/** Pages saved before the rename of a section have its former name. */
const formerNames: Readonly<Record<string, string>> = { Gallery: 'PictureGallery' }

const rowOf = (component: string): Row | undefined =>
  ownValue(sections, ownValue(formerNames, component) ?? component)

/**
 * A section's settings with their defaults, and its data. Null for an unknown component, because its plugin
 * may be gone.
 * @throws when the settings do not match the section's schema, or its loader fails: the caller drops the
 * section.
 */
export async function loadSection(
  section: { component: string; settings: unknown },
  request: SectionRequest,
) {
  const row = rowOf(section.component)
  if (!row) return null
  const settings = row.settings.parse(section.settings)
  const data = row.load ? await row.load(settings as never, request) : null
  const layout = layoutOf(section.settings)
  return { settings, data, ...(layout && { layout }) }
}

/** What is wrong with a section that is to be saved, as `path: message`; empty when it is valid. */
export function problemsOfSection(section: { component: string; settings: unknown }): string[] {
  const row = rowOf(section.component)
  if (!row) return [`component: ${section.component} is not a section`]
  const checked = row.settings.extend({ layout: SectionLayout.optional() }).safeParse(section.settings)
  return (checked.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

export const sectionNames = Object.keys(sections)

/** The schema of a section's own settings, with labels and help. */
export const settingsOf = (component: string): z.ZodObject | undefined => rowOf(component)?.settings
