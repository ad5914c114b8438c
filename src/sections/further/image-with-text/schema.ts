import { z } from 'zod'
import { cta, field, image, text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    image: image('Picture', 'Without a picture the text takes the whole width.'),
    eyebrow: text('Small line', 'A few words above the heading.'),
    title: text('Heading', 'Short: it should fit on two lines.'),
    text: text('Text', 'An empty line starts a new paragraph.'),
    cta: cta('Button', 'Label and link of the button.'),
    image_side: field(
      z.enum(['start', 'end']).default('start'),
      'Picture side',
      'On phones the picture is always above the text.',
    ),
    ratio: field(
      z.enum(['landscape', 'square', 'portrait']).default('landscape'),
      'Picture shape',
      'The picture is cropped to this shape.',
    ),
  })
  .meta({ title: 'Image with text', description: 'A picture beside a heading, text and a button.' })
