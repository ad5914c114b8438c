import { z } from 'zod'
import { Block, field, text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    title: text('Heading', 'As the first section of a page it is the heading of the page.'),
    blocks: field(
      z.array(Block).default([]),
      'Text',
      'Paragraphs, headings, lists, quotes and pictures; **two stars** make text bold, [text](/address) makes a link.',
    ),
  })
  .meta({ title: 'Text', description: 'Text in a column that is comfortable to read.' })
