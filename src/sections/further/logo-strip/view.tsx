import type { SectionProps } from '#sections/section.ts'
import { Picture } from '#ui/picture.tsx'
import css from './logo-strip.module.css'
import type { settings } from './schema.ts'

/** Logos in a row; a name without a picture is shown as text. */
export default function LogoStrip({ settings: { title, items } }: SectionProps<typeof settings>) {
  const shown = items.filter(({ name, image }) => name || image)
  if (shown.length === 0) return null
  const Frame = title ? 'section' : 'div'
  return (
    <Frame className={`wide ${css.holder}`}>
      {title && <h2 className={css.title}>{title}</h2>}
      <ul className={css.logos}>
        {shown.map(({ name, href, image }, at) => {
          const logo = image ? (
            // A placeholder would show beside a logo of another shape.
            <Picture
              image={{ ...image, placeholder: null }}
              sizes="10rem"
              widest={320}
              alt={image.alt || name}
            />
          ) : (
            <span>{name}</span>
          )
          return (
            <li key={at} data-picture={image !== null}>
              {href ? <a href={href}>{logo}</a> : logo}
            </li>
          )
        })}
      </ul>
    </Frame>
  )
}
