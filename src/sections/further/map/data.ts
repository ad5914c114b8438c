import { optional } from '#pages/reads.ts'
import type { SectionLoader } from '#sections/section.ts'
import { mapEmbed, type settings } from './schema.ts'

export const load = (async ({ embed_url }, { api }) => {
  if (embed_url) return { embedUrl: embed_url }
  const settings = await optional(api.settings.get({ keys: ['google_embed_url'] }), null)
  const stored = settings?.google_embed_url ?? ''
  return { embedUrl: mapEmbed.test(stored) ? stored : '' }
}) satisfies SectionLoader<typeof settings>
