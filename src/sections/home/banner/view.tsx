import type { SectionProps } from '#sections/section.ts'
import { LinkButton } from '#ui/button.tsx'
import { Picture } from '#ui/picture.tsx'
import css from './banner.module.css'
import type { settings } from './schema.ts'

/** One picture with one call to action. */
export default function Banner({ settings: { image, title, text, cta } }: SectionProps<typeof settings>) {
  if (!image && !title) return null
  return (
    <section className={`wide ${css.holder}`}>
      <div className={css.banner}>
        {image && <Picture image={image} sizes="(min-width: 82rem) 82rem, 100vw" ratio={16 / 9} />}
        <div className={css.text}>
          <h2>{title}</h2>
          {text && <p>{text}</p>}
          {cta && (
            <LinkButton look="secondary" href={cta.href}>
              {cta.label}
            </LinkButton>
          )}
        </div>
      </div>
    </section>
  )
}
