import { z } from 'zod'
import { isRecord } from '#contract/rules/own-value.ts'
import { field, image } from './section-shapes.ts'

/** Ids that the shell uses itself. */
const reserved = ['main', 'notice', 'top-bar', 'footer']

/** What every section can set beside its own settings, under the key `layout`. Validated nowhere else. */
export const SectionLayout = z
  .object({
    width: field(
      z.enum(['boxed', 'wide', 'full']).default('boxed'),
      'Width',
      'Boxed has the width of the page, wide is a quarter wider, full reaches both edges.',
    ),
    background: field(
      z.enum(['none', 'surface', 'raised', 'primary', 'accent']).default('none'),
      'Background',
      'A color of the theme. Text and buttons change with it.',
    ),
    background_image: image(
      'Background picture',
      'Shown behind the section, dimmed so that text stays legible.',
    ),
    spacing: field(
      z.enum(['none', 'small', 'normal', 'large']).default('normal'),
      'Spacing',
      'The space above the section, and below it when it has a background.',
    ),
    hide_on: field(
      z.enum(['none', 'phone', 'desktop']).default('none'),
      'Hide on',
      'Hides the section on phones, or on larger screens.',
    ),
    anchor: field(
      z
        .string()
        .regex(/^([a-z][a-z0-9-]{0,59})?$/, 'An anchor has lower-case letters, digits and hyphens')
        .refine((id) => !reserved.includes(id), 'This anchor is used by the page itself')
        .default(''),
      'Anchor',
      'Links to #anchor lead here.',
    ),
  })
  .meta({ title: 'Layout', description: 'Width, background, spacing and visibility of the section.' })

export type SectionLayout = z.infer<typeof SectionLayout>

const defaults = JSON.stringify(SectionLayout.parse({}))

/** The layout in a section's settings; undefined when it is the default or invalid, which needs no wrapper. */
export function layoutOf(settings: unknown): SectionLayout | undefined {
  const stored = isRecord(settings) ? settings.layout : undefined
  if (stored === undefined) return undefined
  const { data } = SectionLayout.safeParse(stored)
  return data && JSON.stringify(data) !== defaults ? data : undefined
}

/** What is wrong with the layout in a section's settings, as `path: message`; empty when it is valid or absent. */
export function problemsOfLayout(settings: unknown): string[] {
  const stored = isRecord(settings) ? settings.layout : undefined
  const { error } = SectionLayout.optional().safeParse(stored)
  return (error?.issues ?? []).map(({ path, message }) => `${['layout', ...path].join('.')}: ${message}`)
}
