import { z } from 'zod'
import { optional } from '#pages/reads.ts'
import type { SectionLoader } from '#sections/section.ts'
import { field, text } from '#sections/section-shapes.ts'

/** The only addresses that are embedded: Google's own embed page. */
export const mapEmbed = /^https:\/\/www\.google\.com\/maps\/embed\?[^\s"<>]+$/

export const settings = z
  .object({
    title: text('Heading', 'Shown above the map.'),
    address: text('Address', 'Shown beside the map, one line per row; also what the link looks for.'),
    embed_url: field(
      z
        .string()
        .refine((url) => url === '' || mapEmbed.test(url), 'An address of https://www.google.com/maps/embed')
        .default(''),
      'Map',
      'The address from Google Maps, Share, Embed a map. Empty uses the one in the settings of the shop.',
    ),
  })
  .meta({ title: 'Map', description: 'An address with a map that loads after consent.' })

export const load = (async ({ embed_url }, { api }) => {
  if (embed_url) return { embedUrl: embed_url }
  const settings = await optional(api.settings.get({ keys: ['google_embed_url'] }), null)
  const stored = settings?.google_embed_url ?? ''
  return { embedUrl: mapEmbed.test(stored) ? stored : '' }
}) satisfies SectionLoader<typeof settings>
