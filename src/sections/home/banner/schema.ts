import { z } from 'zod'
import { cta, image, text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    image: image('Picture', 'Wide: the text is beside it on large screens and below it on phones.'),
    title: text('Heading', 'Short: it should fit on two lines.'),
    text: text('Text', 'A sentence below the heading.'),
    cta: cta('Button', 'Label and link of the button.'),
  })
  .meta({ title: 'Banner', description: 'One picture, one message and one button.' })
