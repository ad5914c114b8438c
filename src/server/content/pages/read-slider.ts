import type { Slide } from '#contract/content.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { imageAt, imageOf, readImages } from '#server/platform/media/to-image.ts'
import { idOrSlug } from './id-or-slug.ts'
import { sliderNotFound } from './refusals.ts'

type Slider = {
  id: number
  name: string
  /** `interval` in ms. */
  settings: { autoplay: boolean; interval: number }
  slides: Slide[]
}

/**
 * A slider with its slides.
 * @throws 404 when it is unknown.
 */
export async function readSlider(db: Db, idOrSlugText: string): Promise<Slider> {
  const ref = idOrSlug(idOrSlugText)
  const all = db.selectFrom('sliders').select(['id', 'name', 'settings'])
  const slider = await ('id' in ref
    ? all.where('id', '=', ref.id)
    : all.where('slug', '=', ref.slug)
  ).executeTakeFirst()
  if (!slider) throw sliderNotFound()

  const rows = await db
    .selectFrom('slides')
    .select(['id', 'image_path', 'image_alt', 'mobile_image_path', 'eyebrow', 'heading', 'sub_heading'])
    .select(['button_text', 'link'])
    .where('slider_id', '=', slider.id)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  const images = await readImages(
    db,
    rows.flatMap(({ image_path, mobile_image_path }) => [image_path, mobile_image_path ?? []].flat()),
  )
  const { autoplay = false, interval = 5_000 } = slider.settings
  return {
    ...slider,
    settings: { autoplay, interval },
    slides: rows.map(({ image_path, image_alt, mobile_image_path, ...slide }) => ({
      ...slide,
      image: imageAt(image_path, images, image_alt),
      mobile_image: imageOf(mobile_image_path, images, image_alt),
    })),
  }
}
