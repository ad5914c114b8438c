import { useEffect, useRef, useState } from 'react'
import { useAccepted } from '#client/consent.ts'
import { embedsConsent } from '#contract/cookie-preferences.ts'
import type { Image } from '#contract/shapes.ts'
import { Button } from '#ui/button.tsx'
import { Picture } from '#ui/picture.tsx'
import { useAlive } from '#ui/use-alive.ts'
import css from './consent-embed.module.css'

type Props = {
  title: string
  /** Whose server it is loaded from. */
  provider: string
  src: string
  poster: Image | null
  /** What the button says. */
  action: string
  /** The same on the provider's own site: for visitors without scripts, and those who do not want it here. */
  link: { label: string; href: string }
}

/**
 * Content of another company: nothing is loaded from it until the visitor agrees, for this one by its button, or for all of them in the
 * cookie preferences. ADR 0028.
 */
export function ConsentEmbed({ title, provider, src, poster, action, link }: Props) {
  const [isPressed, setPressed] = useState(false)
  const isAccepted = useAccepted(embedsConsent)
  const frame = useRef<HTMLIFrameElement>(null)
  const isAlive = useAlive()
  useEffect(() => {
    if (isPressed) frame.current?.focus()
  }, [isPressed])

  if (isPressed || isAccepted)
    return (
      <iframe
        ref={frame}
        className={css.frame}
        title={title}
        src={isPressed ? src : withoutAutoplay(src)}
        loading={isPressed ? 'eager' : 'lazy'}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    )
  return (
    <div className={css.gate}>
      {poster && <Picture image={poster} sizes="(min-width: 62rem) 60vw, 100vw" ratio={16 / 9} alt="" />}
      <div className={css.notice}>
        {isAlive && <Button onClick={() => setPressed(true)}>{action}</Button>}
        <p>
          This loads content from {provider}, which may set cookies.{' '}
          <a href={link.href} target="_blank" rel="noopener">
            {link.label}
          </a>
        </p>
      </div>
    </div>
  )
}

/** A video plays by itself only after a press of its button. */
function withoutAutoplay(src: string) {
  const url = new URL(src)
  if (!url.searchParams.has('autoplay')) return src
  url.searchParams.delete('autoplay')
  return url.href
}
