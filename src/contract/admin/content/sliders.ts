import { z } from 'zod'
import { Id, Text } from '#contract/shapes.ts'
import { Name, Picture } from '../catalog/catalog-fields.ts'
import { resourceEndpoints } from '../resource.ts'
import { Key, Link } from './content-fields.ts'

export const SliderRow = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  slides: z.int(),
  /** The pages whose sections show it. */
  shown_on: z.array(z.string()),
})
export type SliderRow = z.infer<typeof SliderRow>

const Slide = z.object({
  heading: Text(200)
    .default('')
    .meta({ title: 'Heading', description: 'Short: it should fit on two lines.' }),
  eyebrow: Text(120).default('').meta({ title: 'Line above the heading', description: 'A few words.' }),
  sub_heading: Text(400).default('').meta({ title: 'Text', description: 'A sentence below the heading.' }),
  image: Picture.meta({ title: 'Picture', description: 'Wide, with the subject in the middle.' }),
  mobile_image: Picture.meta({
    title: 'Picture for phones',
    description: 'Higher than wide; without one the picture is cropped.',
  }),
  button_text: Text(60)
    .default('')
    .meta({ title: 'Button', description: 'Its label; “Shop now” when empty.' }),
  link: Link.meta({ description: 'Where the button leads. Without a link there is no button.' }),
})

export const SliderValues = z.object({
  name: Name,
  slug: Key,
  slides: z
    .array(Slide)
    .max(12)
    .default([])
    .meta({ title: 'Slides', description: 'The first is seen by everyone.' }),
  autoplay: z
    .boolean()
    .default(false)
    .meta({ title: 'Turn by itself', description: 'Visitors can pause it.' }),
  interval: z
    .int()
    .min(2_000)
    .max(60_000)
    .default(5_000)
    .meta({ title: 'Time per slide', description: 'In milliseconds.' }),
})
export type SliderValues = z.output<typeof SliderValues>

export const sliderEndpoints = resourceEndpoints({
  one: 'slider',
  many: 'sliders',
  area: 'content',
  row: SliderRow,
  values: SliderValues,
  sort: ['name', 'id', 'slides'],
  refusals: { remove: ['IN_USE'] },
})
