import type { ComponentType } from 'react'
import { ownValue } from '#contract/rules/own-value.ts'
import Accordion from './accordion/view.tsx'
import ButtonRow from './button-row/view.tsx'
import Columns from './columns/view.tsx'
import Contact from './contact/view.tsx'
import Countdown from './countdown/view.tsx'
import CustomHtml from './custom-html/view.tsx'
import Divider from './divider/view.tsx'
import Form from './form/view.tsx'
import Headline from './headline/view.tsx'
import ImageWithText from './image-with-text/view.tsx'
import LogoStrip from './logo-strip/view.tsx'
import MapSection from './map/view.tsx'
import PictureGallery from './picture-gallery/view.tsx'
import ProductSpotlight from './product-spotlight/view.tsx'
import ProductTabs from './product-tabs/view.tsx'
import RecentlyViewed from './recently-viewed/view.tsx'
import RichText from './rich-text/view.tsx'
import type { SectionView } from './section.ts'
import Tabs from './tabs/view.tsx'
import Video from './video/view.tsx'

const views: Record<string, SectionView> = {
  Accordion,
  ButtonRow,
  Columns,
  Contact,
  Countdown,
  CustomHtml,
  Divider,
  Form,
  // Its name in pages saved before it was renamed.
  Gallery: PictureGallery,
  Headline,
  ImageWithText,
  LogoStrip,
  Map: MapSection,
  PictureGallery,
  ProductSpotlight,
  ProductTabs,
  RecentlyViewed,
  RichText,
  Tabs,
  Video,
}

type Props = { component: string; settings: never; data: never; isFirst: boolean }

/**
 * The sections outside the first screen of most home pages: one chunk, loaded where a page has one of them. Their styles are in the
 * second stylesheet, and the attribute makes the document link it.
 */
export const FurtherSection: ComponentType<Props> = ({ component, ...props }) => {
  const View = ownValue(views, component)
  return (
    View && (
      <div data-late-styles="" style={{ display: 'contents' }}>
        <View {...props} />
      </div>
    )
  )
}
