import { z } from 'zod'
import { Cta, SectionImage } from '../section-shapes.ts'

export const settings = z.object({
  title: z.string().default(''),
  text: z.string().default(''),
  image: SectionImage.nullable().default(null),
  cta: Cta.nullable().default(null),
})
