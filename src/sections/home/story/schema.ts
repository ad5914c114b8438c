import { z } from 'zod'
import { cta, image, text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    title: text('Heading', 'Short: it should fit on two lines.'),
    text: text('Text', 'A paragraph about the shop.'),
    image: image('Picture', 'Shown beside the text.'),
    cta: cta('Button', 'Label and link of the button.'),
  })
  .meta({ title: 'About the shop', description: 'A picture beside a paragraph about the shop.' })
