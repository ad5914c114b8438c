import type { Slide } from '#contract/content.ts'
import type { SectionLoader } from '../section.ts'
import type { settings } from './schema.ts'

type Loaded = {
  slides: Slide[]
  /** Milliseconds from one slide to the next; missing without autoplay. */
  interval?: number
}

export const load = (async ({ slider_id, slides: own, autoplay, interval }, { api }): Promise<Loaded> => {
  if (own.length > 0) {
    const slides = own.flatMap(({ image, ...slide }, at) => (image ? [{ ...slide, image, id: at + 1 }] : []))
    return autoplay && slides.length > 1 ? { slides, interval } : { slides }
  }
  if (slider_id === '') return { slides: [] }
  const reply = await api.content.slider({ id: String(slider_id) })
  if (reply.status === 'error') return { slides: [] }
  const { slides, settings } = reply.data
  return settings.autoplay && slides.length > 1 ? { slides, interval: settings.interval } : { slides }
}) satisfies SectionLoader<typeof settings>
