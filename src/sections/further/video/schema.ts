import { z } from 'zod'
import { optional } from '#pages/reads.ts'
import type { SectionLoader } from '#sections/section.ts'
import { image, text } from '#sections/section-shapes.ts'
import { videoSource } from './video-source.ts'

export const settings = z
  .object({
    title: text('Heading', 'Shown above the video, and its name for screen readers.'),
    url: z
      .string()
      .refine(
        (url) => url === '' || videoSource(url) !== undefined,
        'A file under /media, or a YouTube or Vimeo link',
      )
      .default('')
      .meta({
        title: 'Video',
        description:
          'A video of this shop, uploaded under Content, Videos, or the address of a YouTube or Vimeo video.',
        widget: 'video',
      }),
    poster_image: image('Poster', 'Shown until the video plays.'),
    text: text('Text', 'What the video shows, for visitors who cannot play it.'),
  })
  .meta({ title: 'Video', description: 'A video file, or a provider’s video that loads after consent.' })

/** The captions of a video of this shop. */
export const load = (async ({ url }, { api }) => {
  if (videoSource(url)?.kind !== 'file') return { captions: null }
  const video = await optional(api.content.video({ path: url.replace('/media/', '') }), null)
  return { captions: video?.captions ?? null }
}) satisfies SectionLoader<typeof settings>
