import { Band } from '#sections/band.tsx'
import type { SectionProps } from '#sections/section.ts'
import { imageUrl } from '#ui/image-url.ts'
import { ConsentEmbed } from '../consent-embed.tsx'
import type { load, settings } from './schema.ts'
import css from './video.module.css'
import { videoSource } from './video-source.ts'

/** A video of this shop plays in place; a provider's loads after consent. */
export default function Video({
  settings: { title, url, poster_image, text },
  data,
}: SectionProps<typeof settings, typeof load>) {
  const source = videoSource(url)
  if (!source) return null
  const name = title || 'Video'
  const captions = data?.captions
  return (
    <Band title={title}>
      <div className={css.video}>
        {source.kind === 'file' ? (
          // biome-ignore lint/a11y/useMediaCaption: the text below says what the video shows
          <video
            controls
            playsInline
            preload="none"
            aria-label={name}
            poster={poster_image ? imageUrl(poster_image.path, 1280) : undefined}
            src={source.url}
          >
            {captions && (
              <track kind="captions" src={captions.path} srcLang={captions.language} label={captions.label} />
            )}
          </video>
        ) : (
          <ConsentEmbed
            title={name}
            provider={source.provider}
            src={source.embedUrl}
            poster={poster_image}
            action="Play video"
            link={{ label: `Watch on ${source.provider}`, href: source.pageUrl }}
          />
        )}
      </div>
      {text && <p className={css.text}>{text}</p>}
    </Band>
  )
}
