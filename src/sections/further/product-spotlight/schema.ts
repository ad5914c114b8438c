import { z } from 'zod'
import { field, text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    product: text('Product', 'Slug, SKU or id. A product that is not on sale hides the section.'),
    eyebrow: text('Small line', 'A few words above the name.'),
    text: text('Text', 'Replaces the short description of the product.'),
    button: field(z.string().default('View product'), 'Button', 'Label of the link to the product page.'),
    image_side: field(
      z.enum(['start', 'end']).default('start'),
      'Picture side',
      'On phones the picture is always above the text.',
    ),
  })
  .meta({
    title: 'Product spotlight',
    description: 'One product with a large picture, its price and a link.',
  })
