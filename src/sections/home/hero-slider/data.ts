import type { Slide } from '#contract/content.ts'
import { optional } from '#pages/reads.ts'
import type { SectionLoader } from '#sections/section.ts'
import { imageSrcSet } from '#ui/image-url.ts'
import type { settings } from './schema.ts'

/** `phone`: the `srcset` of its picture for phones. */
type ShownSlide = Omit<Slide, 'mobile_image'> & { phone?: string }

type Loaded = {
  slides: ShownSlide[]
  /** Milliseconds from one slide to the next; missing without autoplay. */
  interval?: number
}

export const load = (async ({ slider_id, slides: own, autoplay, interval }, { api }): Promise<Loaded> => {
  if (own.length > 0) {
    const slides = own.flatMap(({ image, ...slide }, at) =>
      image ? [shown({ ...slide, image, id: at + 1 })] : [],
    )
    return autoplay && slides.length > 1 ? { slides, interval } : { slides }
  }
  if (slider_id === '') return { slides: [] }
  const slider = await optional(api.content.slider({ id: String(slider_id) }), null)
  if (!slider) return { slides: [] }
  const { settings } = slider
  const slides = slider.slides.map(shown)
  return settings.autoplay && slides.length > 1 ? { slides, interval: settings.interval } : { slides }
}) satisfies SectionLoader<typeof settings>

/** The picture for phones as the sizes to choose from, made here because its code would be part of the first load. */
const shown = ({ mobile_image, ...slide }: Slide): ShownSlide =>
  mobile_image ? { ...slide, phone: imageSrcSet(mobile_image) } : slide
