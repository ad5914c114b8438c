import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from 'react'
import type { Image } from '#contract/shapes.ts'
import { imageUrl } from '#ui/image-url.ts'
import { Picture } from '#ui/picture.tsx'
import css from './picture-grid.module.css'

type Lightbox = ComponentType<{
  images: readonly (Image & { sku: null })[]
  name: string
  first: number
  onClose: (last: number) => void
}>

const loadLightbox = () => import('#features/product/zoom-dialog.tsx')

/** Lazy pictures. A press opens the lightbox, a chunk of its own; without scripts it opens the picture. */
export function PictureGrid({ images, name }: { images: readonly Image[]; name: string }) {
  const [lightbox, setLightbox] = useState<{ Dialog: Lightbox; first: number }>()
  const opener = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!lightbox) opener.current?.focus({ preventScroll: true })
  }, [lightbox])

  async function open(event: MouseEvent<HTMLAnchorElement>, first: number) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    opener.current = event.currentTarget
    const { href } = event.currentTarget
    try {
      const { ZoomDialog } = await loadLightbox()
      setLightbox({ Dialog: ZoomDialog, first })
    } catch {
      location.assign(href)
    }
  }

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
      {lightbox && (
        <lightbox.Dialog
          images={images.map((image) => ({ ...image, sku: null }))}
          name={name}
          first={lightbox.first}
          onClose={() => setLightbox(undefined)}
        />
      )}
    </>
  )
}
