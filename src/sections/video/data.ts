import type { SectionLoader } from '../section.ts'
import type { settings } from './schema.ts'
import { videoSource } from './video-source.ts'

/** The captions of a video of this shop. */
export const load = (async ({ url }, { api }) => {
  if (videoSource(url)?.kind !== 'file') return { captions: null }
  const reply = await api.content.video({ path: url.replace('/media/', '') })
  return { captions: reply.status === 'success' ? reply.data.captions : null }
}) satisfies SectionLoader<typeof settings>
