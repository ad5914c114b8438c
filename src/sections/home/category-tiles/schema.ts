import { z } from 'zod'
import { field, Tile, text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    title: text('Heading', 'Shown above the tiles.'),
    items: field(
      z.array(Tile).max(24).default([]),
      'Tiles',
      'Each links to a category; a square picture, a name and a short text.',
    ),
  })
  .meta({ title: 'Category tiles', description: 'Categories as pictures with a name.' })
