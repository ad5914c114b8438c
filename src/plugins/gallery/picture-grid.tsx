import type { Image } from '#contract/shapes.ts'
import { useLightbox } from '#features/product/use-lightbox.tsx'
import { imageUrl } from '#ui/image-url.ts'
import { Picture } from '#ui/picture.tsx'
import css from './picture-grid.module.css'

/** Lazy pictures. A press opens the lightbox, a chunk of its own; without scripts it opens the picture. */
export function PictureGrid({ images, name }: { images: readonly Image[]; name: string }) {
  const { open, lightbox } = useLightbox(images, name)
  return (
    <>
      <ul className={css.grid}>
        {images.map((image, at) => (
          <li key={image.path}>
            <a
              href={imageUrl(image.path, 1920)}
              // A file, which the pages runtime must not prefetch as a page.
              target="_blank"
              rel="noopener"
              aria-label={`Enlarge picture ${at + 1} of ${images.length}${image.alt && `: ${image.alt}`}`}
              onClick={(event) => void open(event, at)}
            >
              <Picture image={image} sizes="(min-width: 62rem) 25vw, 46vw" ratio={1} />
            </a>
          </li>
        ))}
      </ul>
      {lightbox}
    </>
  )
}
