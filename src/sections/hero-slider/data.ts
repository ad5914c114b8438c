import type { SectionLoader } from '../section.ts'
import type { settings } from './schema.ts'

export const load = (async ({ slider_id }, { api }) => {
  if (slider_id === undefined) return { slides: [] }
  const reply = await api.content.slider({ id: String(slider_id) })
  return { slides: reply.status === 'success' ? reply.data.slides : [] }
}) satisfies SectionLoader<typeof settings>
