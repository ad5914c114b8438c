import { z } from 'zod'
import { field, OptionalHref, SectionImage, text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    title: text('Heading', 'Shown above the logos, for example “As seen in”.'),
    items: field(
      z
        .array(
          z.object({
            name: z.string(),
            href: OptionalHref.default(''),
            image: SectionImage.nullable().default(null),
          }),
        )
        .max(24)
        .default([]),
      'Logos',
      'A picture with a name; without a picture the name is shown.',
    ),
  })
  .meta({ title: 'Logo strip', description: 'Logos of brands, partners or press in a row.' })
