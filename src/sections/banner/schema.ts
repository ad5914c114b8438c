import { z } from 'zod'
import { Cta, SectionImage } from '../section-shapes.ts'

export const settings = z.object({
  image: SectionImage.nullable().default(null),
  title: z.string().default(''),
  text: z.string().default(''),
  cta: Cta.nullable().default(null),
})
