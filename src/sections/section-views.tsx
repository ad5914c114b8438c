import type { ComponentProps } from 'react'
import { lazyHydrated } from '#client/lazy-hydrated.tsx'
import { PartBoundary } from '#client/part-boundary.tsx'
import { pluginView } from '#client/slot.tsx'
import { ownValue } from '#contract/rules/own-value.ts'
import Banner from './home/banner/view.tsx'
import CategoryTiles from './home/category-tiles/view.tsx'
import CollectionTiles from './home/collection-tiles/view.tsx'
import Faq from './home/faq/view.tsx'
import FaqTeaser from './home/faq-teaser/view.tsx'
import HeroSlider from './home/hero-slider/view.tsx'
import Newsletter from './home/newsletter/view.tsx'
import ProductGrid from './home/product-grid/view.tsx'
import PromiseBar from './home/promise-bar/view.tsx'
import Story from './home/story/view.tsx'
import Testimonials from './home/testimonials/view.tsx'
import type { SectionShown, SectionView } from './section.ts'
import { SectionFrame } from './section-frame.tsx'

/** Most home pages have one, below the first screen. */
const BlogTeaser = lazyHydrated(() => import('./home/blog-teaser/view.tsx').then((module) => module.default))

const views: Record<string, SectionView> = {
  BlogTeaser: BlogTeaser as SectionView,
  HeroSlider,
  PromiseBar,
  CategoryTiles,
  CollectionTiles,
  ProductGrid,
  Banner,
  Story,
  Testimonials,
  FaqTeaser,
  Faq,
  Newsletter,
}

/** All other sections. An unknown name renders nothing. */
const FurtherSection = lazyHydrated(() =>
  import('./further/further-sections.tsx').then((module) => module.FurtherSection),
)

/** The sections of a page, in order. An unknown one is left out. */
export function Sections({ sections }: { sections: readonly SectionShown[] }) {
  return sections.map(({ key, component, settings, data, layout, plugin, edit }, at) => {
    const View = ownValue(views, component) ?? (plugin ? pluginView(plugin, component).Component : undefined)
    const props = { settings, data, isFirst: at === 0 } as ComponentProps<SectionView>
    const section = (
      <PartBoundary key={key}>
        {View ? <View {...props} /> : <FurtherSection component={component} {...props} />}
      </PartBoundary>
    )
    const framed = layout ? (
      <SectionFrame key={key} layout={layout}>
        {section}
      </SectionFrame>
    ) : (
      section
    )
    return edit ? (
      <div key={key} data-section={key}>
        <div data-section-controls="" />
        {framed}
      </div>
    ) : (
      framed
    )
  })
}
