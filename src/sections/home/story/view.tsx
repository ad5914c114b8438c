import type { SectionProps } from '#sections/section.ts'
import { LinkButton } from '#ui/button.tsx'
import { Picture } from '#ui/picture.tsx'
import type { settings } from './schema.ts'
import css from './story.module.css'

/** A picture with a few words about the shop. */
export default function Story({ settings: { title, text, image, cta } }: SectionProps<typeof settings>) {
  if (!title && !text) return null
  return (
    <section className={`wide ${css.story}`}>
      {image && (
        <div className={css.picture}>
          <Picture image={image} sizes="(min-width: 48rem) 48vw, 100vw" ratio={3 / 2} />
        </div>
      )}
      <div className={css.text}>
        <h2>{title}</h2>
        <p>{text}</p>
        {cta && (
          <LinkButton look="secondary" href={cta.href}>
            {cta.label}
          </LinkButton>
        )}
      </div>
    </section>
  )
}
