import type { ComponentType } from 'react'
import Banner from './banner/view.tsx'
import CategoryTiles from './category-tiles/view.tsx'
import Faq from './faq/view.tsx'
import FaqTeaser from './faq-teaser/view.tsx'
import HeroSlider from './hero-slider/view.tsx'
import Newsletter from './newsletter/view.tsx'
import ProductGrid from './product-grid/view.tsx'
import PromiseBar from './promise-bar/view.tsx'
import RichText from './rich-text/view.tsx'
import type { SectionShown } from './section.ts'
import Story from './story/view.tsx'
import Testimonials from './testimonials/view.tsx'

type View = ComponentType<{ settings: never; data: never; isFirst: boolean }>

const views: Record<string, View> = {
  HeroSlider,
  PromiseBar,
  CategoryTiles,
  CollectionTiles: CategoryTiles,
  ProductGrid,
  Banner,
  Story,
  Testimonials,
  FaqTeaser,
  Faq,
  Newsletter,
  RichText,
}

/** The sections of a page, in order. One that this build does not know is left out. */
export function Sections({ sections }: { sections: readonly SectionShown[] }) {
  return sections.map(({ key, component, settings, data }, at) => {
    const View = views[component]
    return View && <View key={key} settings={settings as never} data={data as never} isFirst={at === 0} />
  })
}
