import { z } from 'zod'
import { FieldValues } from '#contract/custom-fields.ts'

const Time = z.iso.datetime({ offset: true }).nullable().default(null)

const hasOrder = ({ starts_at, ends_at }: { starts_at: string | null; ends_at: string | null }) =>
  !starts_at || !ends_at || Date.parse(starts_at) < Date.parse(ends_at)
const order = { error: 'The end must be after the start', path: ['ends_at'] }

/**
 * A section as an editor saves it; `id` is that of a published section, null for a new one. A new section's `key` names it in the
 * editor and in the preview until it is published.
 */
const SectionContent = z
  .object({
    id: z.int().positive().nullable().default(null),
    key: z
      .string()
      .regex(/^[a-z][\w-]{0,39}$/i)
      .refine((key) => !key.startsWith('sec_'), 'This key belongs to a published section')
      .optional(),
    component: z.string().min(1).max(80),
    is_visible: z.boolean().default(true),
    starts_at: Time,
    ends_at: Time,
    settings: z.record(z.string(), z.unknown()).default({}),
  })
  .refine(hasOrder, order)

/** Everything of a page that is drafted, published and restored together. The slug is not: it is an address. */
export const PageContent = z
  .object({
    name: z.string().trim().min(1).max(200),
    meta_title: z.string().max(200).nullable().default(null),
    meta_description: z.string().max(500).nullable().default(null),
    /** For link previews: below the media folder. Null shows the picture of the store settings. */
    social_image_path: z.string().min(1).max(300).nullable().default(null),
    is_active: z.boolean().default(true),
    starts_at: Time,
    ends_at: Time,
    /** Without it the stored values stay. ADR 0029. */
    custom: FieldValues.optional(),
    sections: z.array(SectionContent).max(100).default([]),
  })
  .refine(hasOrder, order)

export type PageContent = z.infer<typeof PageContent>
export type SectionContent = PageContent['sections'][number]
