import { z } from 'zod'
import { field, image, OptionalHref, text } from '#sections/section-shapes.ts'

const HeroSlide = z.object({
  image: image('Picture', 'Wide, with the subject in the middle. A slide without a picture is not shown.'),
  mobile_image: image('Picture for phones', 'Higher than wide; without one the picture is cropped.'),
  eyebrow: text('Line above the heading', 'A few words.'),
  heading: text('Heading', 'Short: it should fit on two lines.'),
  sub_heading: text('Text', 'A sentence below the heading.'),
  button_text: text('Button', 'Its label; “Shop now” when empty.'),
  link: field(OptionalHref.default(''), 'Link', 'Where the button leads. Without a link there is no button.'),
})

export const settings = z
  .object({
    slides: field(
      z.array(HeroSlide).max(12).default([]),
      'Slides',
      'Up to twelve; the first is seen by everyone.',
    ),
    autoplay: field(z.boolean().default(false), 'Turn by itself', 'Visitors can pause it.'),
    interval: field(z.int().min(2_000).max(60_000).default(5_000), 'Time per slide', 'In milliseconds.'),
    slider_id: field(
      z.union([z.int(), z.string()]).default('').meta({ widget: 'slider' }),
      'Shared slider',
      'A slider that several pages show. Used when there are no slides above.',
    ),
  })
  .meta({ title: 'Hero slider', description: 'Large pictures with a heading and a button.' })
