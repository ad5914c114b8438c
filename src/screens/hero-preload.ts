import type { Slide } from '#contract/content.ts'
import type { SectionShown } from '#sections/section.ts'
import { imageSrcSet, imageUrl } from '#ui/image-url.ts'

/** Preloads the first picture of a page that begins with a slider. */
export function heroPreload(sections: readonly SectionShown[]) {
  const [first] = sections
  if (first?.component !== 'HeroSlider') return []
  const slide = (first.data as { slides: Slide[] }).slides[0]
  if (!slide) return []
  return [
    {
      href: imageUrl(slide.image.path, 640),
      imageSrcSet: imageSrcSet(slide.image),
      imageSizes: '(min-width: 62rem) 62vw, 100vw',
    },
  ]
}
