import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { onInteractionOrIdle } from '#client/on-interaction-or-idle.ts'
import type { SectionProps } from '#sections/section.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import type { load } from './data.ts'
import css from './hero-slider.module.css'
import type { settings } from './schema.ts'

type Autoplay = ComponentType<{
  strip: RefObject<HTMLUListElement | null>
  interval: number
  onTurn: () => void
}>

/** Slides are swiped, scrolled, or turned by labelled buttons; by themselves only when the slider has autoplay, whose code comes later. */
export default function HeroSlider({ data, isFirst }: SectionProps<typeof settings, typeof load>) {
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const [Autoplay, setAutoplay] = useState<Autoplay>()
  const { slides, interval } = data
  useEffect(() => {
    if (interval === undefined) return
    return onInteractionOrIdle(() => {
      // Without the chunk the slides are turned by hand.
      import('./autoplay.tsx').then(
        (module) => setAutoplay(() => module.Autoplay),
        () => {},
      )
    })
  }, [interval])
  if (slides.length === 0) return null
  const show = (index: number) =>
    strip.current?.scrollTo({ left: index * strip.current.clientWidth, behavior: 'smooth' })

  return (
    <section className={css.hero} aria-roledescription="carousel" aria-label="What is new">
      <ul
        ref={strip}
        className={css.strip}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          const seen = Math.round(scrollLeft / clientWidth)
          if (seen !== at) setAt(seen)
        }}
      >
        {slides.map((slide, index) => (
          <li key={slide.id} className={css.slide} aria-label={`${index + 1} of ${slides.length}`}>
            <div className={css.picture}>
              {withPhonePicture(
                slide.phone,
                <Picture image={slide.image} sizes="100vw" isFirst={isFirst && index === 0} />,
              )}
            </div>
            <div className={css.words} inert={index !== at}>
              <div className={css.text}>
                {slide.eyebrow && <p className={css.eyebrow}>{slide.eyebrow}</p>}
                {isFirst && index === 0 ? <h1>{slide.heading}</h1> : <h2>{slide.heading}</h2>}
                {slide.sub_heading && <p className={css.sub}>{slide.sub_heading}</p>}
                {slide.link && <LinkButton href={slide.link}>{slide.button_text || 'Shop now'}</LinkButton>}
              </div>
            </div>
          </li>
        ))}
      </ul>
      {slides.length > 1 && (
        <div className={`wide ${css.controls}`}>
          {Autoplay && interval !== undefined && (
            <Autoplay strip={strip} interval={interval} onTurn={() => show((at + 1) % slides.length)} />
          )}
          <button type="button" aria-label="Previous slide" disabled={at === 0} onClick={() => show(at - 1)}>
            <Icon name="chevron-left" />
          </button>
          <span className={css.count}>
            {at + 1} / {slides.length}
          </span>
          <button
            type="button"
            aria-label="Next slide"
            disabled={at === slides.length - 1}
            onClick={() => show(at + 1)}
          >
            <Icon name="chevron-right" />
          </button>
        </div>
      )}
    </section>
  )
}

/** Below the width at which the text is beside the picture (`--from-desktop`), a slide may have a picture of its own. */
const withPhonePicture = (srcSet: string | undefined, picture: ReactNode) =>
  srcSet ? (
    <picture>
      <source media="(width < 62rem)" srcSet={srcSet} />
      {picture}
    </picture>
  ) : (
    picture
  )
