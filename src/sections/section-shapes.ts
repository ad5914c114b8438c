import { z } from 'zod'

/** A setting with the label and the help that an editor shows for it. */
export const field = <Schema extends z.ZodType>(schema: Schema, title: string, description: string): Schema =>
  schema.meta({ title, description })

/** A line of text, empty by default. */
export const text = (title: string, description: string) => field(z.string().default(''), title, description)

/** Where a link of a section may lead: a page of this shop, a place on the page, the web, mail or phone. */
export const Href = z
  .string()
  .regex(/^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i, 'A link starts with /, #, https://, mailto: or tel:')

/** A link that may be missing. */
export const OptionalHref = Href.or(z.literal(''))

export const Cta = z.object({ label: z.string(), href: Href })

/** A link with a label, none by default. */
export const cta = (title: string, description: string) =>
  field(Cta.nullable().default(null), title, description)

/** A picture in a section's settings: path under /media, as the wire's Image. */
export const SectionImage = z.object({
  path: z.string(),
  alt: z.string().default(''),
  width: z.int().nullable().default(null),
  height: z.int().nullable().default(null),
  placeholder: z.string().nullable().default(null),
})

/** A picture, none by default. */
export const image = (title: string, description: string) =>
  field(SectionImage.nullable().default(null), title, description)

export const Tile = z.object({
  title: z.string(),
  text: z.string().default(''),
  href: OptionalHref,
  image: SectionImage.nullable().default(null),
})

/** Text in blocks, as in pages and posts. */
export const Block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('paragraph'), text: z.string() }),
  z.object({ type: z.literal('heading'), level: z.int().min(2).max(4).default(2), text: z.string() }),
  z.object({ type: z.literal('list'), ordered: z.boolean().default(false), items: z.array(z.string()) }),
  z.object({ type: z.literal('quote'), text: z.string(), cite: z.string().optional() }),
  z.object({ type: z.literal('image'), image: SectionImage }),
])
export type Block = z.infer<typeof Block>
