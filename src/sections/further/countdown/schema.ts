import { z } from 'zod'
import { longTimeText } from '#contract/rules/day-text.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { required } from '#pages/reads.ts'
import type { SectionLoader } from '#sections/section.ts'
import { cta, field, text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    title: text('Heading', 'What ends: “The winter sale ends soon”.'),
    text: text('Text', 'A sentence below the heading.'),
    ends_on: field(
      z.union([z.iso.datetime({ offset: true }), z.literal('')]).default(''),
      'End',
      'Date and time with its offset: 2026-12-31T23:59:00+05:30. The section disappears then.',
    ),
    ended_text: text(
      'Text after the end',
      'Shown in place of the section after the end; empty shows nothing.',
    ),
    cta: cta('Button', 'Label and link of the button.'),
  })
  .meta({ title: 'Countdown', description: 'The time left until a real date. Ends by itself.' })

/** The end as text is what visitors without JavaScript read. */
export const load = (async ({ ends_on }, { api }) => {
  if (!ends_on) return { isOver: true, endText: '' }
  const { channel } = await required(api.storefront.all())
  const end = new Date(ends_on)
  const endText = longTimeText(end.toISOString(), channel.locale, timeZoneOf(channel.locale))
  return { isOver: end.getTime() <= Date.now(), endText }
}) satisfies SectionLoader<typeof settings>
