import { z } from 'zod'
import { Id, Text } from '#contract/shapes.ts'

/** Fields that several kinds of catalog records have. */
export const Name = Text(120).min(1, 'Please enter a name').meta({ title: 'Name' })
export const Slug = Text(200)
  .default('')
  .meta({ title: 'Address', description: 'Part of links; made from the name when empty.' })
export const Position = z
  .int()
  .min(0)
  .max(1_000_000)
  .default(0)
  .meta({ title: 'Position', description: 'Lower numbers come first.' })
export const Picture = z
  .object({ path: Text(300), alt: Text(300).default('') })
  .nullable()
  .default(null)
  .meta({ title: 'Picture', widget: 'image' })
export const MetaTitle = Text(200)
  .default('')
  .meta({ title: 'Title for search engines', description: 'The name when empty.' })
export const MetaDescription = Text(400)
  .default('')
  .meta({ title: 'Description for search engines', widget: 'textarea' })
export const ProductList = z.array(Id.meta({ widget: 'product' }))
