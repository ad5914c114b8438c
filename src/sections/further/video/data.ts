import { optional } from '#pages/reads.ts'
import type { SectionLoader } from '#sections/section.ts'
import type { settings } from './schema.ts'
import { videoSource } from './video-source.ts'

/** The captions of a video of this shop. */
export const load = (async ({ url }, { api }) => {
  if (videoSource(url)?.kind !== 'file') return { captions: null }
  const video = await optional(api.content.video({ path: url.replace('/media/', '') }), null)
  return { captions: video?.captions ?? null }
}) satisfies SectionLoader<typeof settings>
