import type { SectionProps } from '#sections/section.ts'
import { Paragraphs } from '#sections/section-paragraphs.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Picture } from '#ui/picture.tsx'
import css from './image-with-text.module.css'
import type { settings } from './schema.ts'

const ratios = { landscape: 3 / 2, square: 1, portrait: 4 / 5 }

/** A picture beside a heading, text and a button; below each other on phones. */
export default function ImageWithText({
  settings: { image, eyebrow, title, text, cta, image_side, ratio },
}: SectionProps<typeof settings>) {
  if (!image && !title && !text) return null
  const Frame = title ? 'section' : 'div'
  return (
    <Frame className={`wide ${css.pair}`} data-side={image ? image_side : 'none'}>
      {image && (
        <div className={css.picture}>
          <Picture image={image} sizes="(min-width: 48rem) 48vw, 100vw" ratio={ratios[ratio]} />
        </div>
      )}
      <div className={css.text}>
        {eyebrow && <p className={css.eyebrow}>{eyebrow}</p>}
        {title && <h2>{title}</h2>}
        <Paragraphs text={text} />
        {cta && (
          <LinkButton look="secondary" href={cta.href}>
            {cta.label}
          </LinkButton>
        )}
      </div>
    </Frame>
  )
}
