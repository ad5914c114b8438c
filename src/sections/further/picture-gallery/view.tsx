import type { CSSProperties } from 'react'
import { loadLightbox, useLightbox } from '#features/product/use-lightbox.tsx'
import { Band } from '#sections/band.tsx'
import type { SectionProps } from '#sections/section.ts'
import { imageUrl } from '#ui/image-url.ts'
import { Picture } from '#ui/picture.tsx'
import css from './picture-gallery.module.css'
import type { settings } from './schema.ts'

/** Pictures in a grid. A click opens the lightbox, a chunk of its own; without scripts it opens the picture. */
export default function PictureGallery({
  settings: { title, items, columns },
}: SectionProps<typeof settings>) {
  const { open, lightbox } = useLightbox(
    items.map(({ image }) => image),
    title || 'Pictures',
  )
  if (items.length === 0) return null
  return (
    <Band title={title}>
      <ul className={css.gallery} style={{ '--columns': columns } as CSSProperties}>
        {items.map(({ image, caption }, at) => (
          <li key={at}>
            <figure>
              <a
                href={imageUrl(image.path, 1920)}
                // A file, which the pages runtime must not prefetch as a page.
                target="_blank"
                rel="noopener"
                aria-label={`Enlarge picture ${at + 1} of ${items.length}`}
                onPointerEnter={() => void loadLightbox().catch(() => {})}
                onClick={(event) => void open(event, at)}
              >
                <Picture
                  image={image}
                  sizes={`(min-width: 62rem) ${Math.round(80 / columns)}vw, 46vw`}
                  ratio={1}
                />
              </a>
              {caption && <figcaption>{caption}</figcaption>}
            </figure>
          </li>
        ))}
      </ul>
      {lightbox}
    </Band>
  )
}
