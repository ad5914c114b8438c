import { z } from 'zod'
import { normalizeEmail } from './rules/email.ts'
import { plainText } from './rules/plain-text.ts'

/** The maximum of the database's integer columns; wider counters stay far below it. */
const largestId = 2_147_483_647

/** A positive integer id (decisions §1.3). */
export const Id = z.int().positive().max(largestId)

/** An id in a path or a query, where everything is text. */
export const IdText = z.coerce.number().int().positive().max(largestId)

/** Up to 500 ids in a query, with commas between them. */
export const IdList = z
  .string()
  .max(6_000)
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(Id).min(1).max(500))

/** An id or a slug (of a product also the sku) in a path, decisions §1.3. */
export const IdOrSlug = z.string().min(1).max(200)

/** One line or more that a person typed: without hidden characters and outer spaces, at most `max` characters. */
export const Text = (max: number) => z.string().overwrite(plainText).trim().max(max)

/** A typed e-mail address in one form; whether it is valid is checked by `rules/email.ts`. */
export const EmailText = z.string().overwrite(normalizeEmail).trim()

/** `true|1|false|0` of a query (decisions §1.3). */
export const Flag = z
  .enum(['true', '1', 'false', '0'])
  .or(z.boolean())
  .transform((value) => value === true || value === 'true' || value === '1')

/** An integer amount in the currency's minor unit (decisions §1.2). */
export const Money = z.object({ amount: z.int(), currency: z.string().length(3) }).meta({ id: 'Money' })

/** What stays visible where a picture is cropped: percent from the left and from the top. */
export const FocalPoint = z.object({ x: z.int().min(0).max(100), y: z.int().min(0).max(100) })
export type FocalPoint = z.infer<typeof FocalPoint>

export const Image = z
  .object({
    path: z.string(),
    alt: z.string(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    placeholder: z.string().nullable(),
    /** Left out for the middle. Not in the spec. */
    focal_point: FocalPoint.optional(),
  })
  .meta({ id: 'Image' })

const isOfYear = (text: string) => text >= '0001'

export const Time = z.iso.datetime().refine(isOfYear)

/** A day of the calendar, `YYYY-MM-DD`. Like times, it is of the year 1 or later: the database has no year 0, which the format has. */
export const Day = z.iso.date().refine(isOfYear)

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

/** A video of the media library. Not in the spec. ADR 0048. */
export const Video = z
  .object({
    path: z.string(),
    /** WebVTT; `language` is BCP 47. */
    captions: z.object({ path: z.string(), language: z.string(), label: z.string() }).nullable(),
  })
  .meta({ id: 'Video' })
export type Video = z.infer<typeof Video>
