import { z } from 'zod'

export const Cta = z.object({ label: z.string(), href: z.string() })

/** A picture in a section's settings: path under /media, as the wire's Image. */
export const SectionImage = z.object({
  path: z.string(),
  alt: z.string().default(''),
  width: z.int().nullable().default(null),
  height: z.int().nullable().default(null),
  placeholder: z.string().nullable().default(null),
})

export const Tile = z.object({
  title: z.string(),
  text: z.string().default(''),
  href: z.string(),
  image: SectionImage.nullable().default(null),
})

/** Text in blocks, as pages and posts are written. */
export const Block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('paragraph'), text: z.string() }),
  z.object({ type: z.literal('heading'), level: z.int().min(2).max(4).default(2), text: z.string() }),
  z.object({ type: z.literal('list'), ordered: z.boolean().default(false), items: z.array(z.string()) }),
  z.object({ type: z.literal('quote'), text: z.string(), cite: z.string().optional() }),
  z.object({ type: z.literal('image'), image: SectionImage }),
])
export type Block = z.infer<typeof Block>
