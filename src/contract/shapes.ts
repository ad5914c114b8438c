import { z } from 'zod'

/** The database's integer columns hold no more, and what is counted in wider ones is far from it. */
const largestId = 2_147_483_647

/** A positive integer id (decisions §1.3). */
export const Id = z.int().positive().max(largestId)

/** An id in a path or a query, where everything is text. */
export const IdText = z.coerce.number().int().positive().max(largestId)

/** An id or a slug (of a product also the sku) in a path, decisions §1.3. */
export const IdOrSlug = z.string().min(1).max(200)

/** `true|1|false|0` of a query (decisions §1.3). */
export const Flag = z
  .enum(['true', '1', 'false', '0'])
  .or(z.boolean())
  .transform((value) => value === true || value === 'true' || value === '1')

/** An integer amount in the currency's minor unit (decisions §1.2). */
export const Money = z.object({ amount: z.int(), currency: z.string().length(3) }).meta({ id: 'Money' })

export const Image = z
  .object({
    path: z.string(),
    alt: z.string(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    placeholder: z.string().nullable(),
  })
  .meta({ id: 'Image' })

export const Time = z.iso.datetime()

/** One page of a list. Decisions §1.3. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    current_page: z.int(),
    last_page: z.int(),
    per_page: z.int(),
    total: z.int(),
  })

export const Breadcrumb = z.object({ name: z.string(), slug: z.string(), url: z.string() })

export const Meta = z.object({ meta_title: z.string(), meta_description: z.string() })

export const NamedSlug = z.object({ id: Id, name: z.string(), slug: z.string() })

export type Image = z.infer<typeof Image>
export type Breadcrumb = z.infer<typeof Breadcrumb>
