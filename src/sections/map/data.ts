import type { SectionLoader } from '../section.ts'
import { mapEmbed, type settings } from './schema.ts'

export const load = (async ({ embed_url }, { api }) => {
  if (embed_url) return { embedUrl: embed_url }
  const reply = await api.settings.get({ keys: ['google_embed_url'] })
  const stored = reply.status === 'success' ? (reply.data.google_embed_url ?? '') : ''
  return { embedUrl: mapEmbed.test(stored) ? stored : '' }
}) satisfies SectionLoader<typeof settings>
