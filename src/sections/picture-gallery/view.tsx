import { type ComponentType, type CSSProperties, type MouseEvent, useEffect, useRef, useState } from 'react'
import { imageUrl } from '#ui/image-url.ts'
import { Picture } from '#ui/picture.tsx'
import { Band } from '../band.tsx'
import type { SectionProps } from '../section.ts'
import css from './picture-gallery.module.css'
import type { settings } from './schema.ts'

type Lightbox = ComponentType<{
  images: readonly {
    path: string
    alt: string
    width: number | null
    height: number | null
    placeholder: string | null
    sku: null
  }[]
  name: string
  first: number
  onClose: (last: number) => void
}>

const loadLightbox = () => import('#features/product/zoom-dialog.tsx')

/** Pictures in a grid. A click opens the lightbox, a chunk of its own; without scripts it opens the picture. */
export default function PictureGallery({
  settings: { title, items, columns },
}: SectionProps<typeof settings>) {
  const [lightbox, setLightbox] = useState<{ Dialog: Lightbox; first: number }>()
  const opener = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!lightbox) opener.current?.focus({ preventScroll: true })
  }, [lightbox])
  if (items.length === 0) return null

  const open = async (event: MouseEvent<HTMLAnchorElement>, first: number) => {
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
      {lightbox && (
        <lightbox.Dialog
          images={items.map(({ image }) => ({ ...image, sku: null }))}
          name={title || 'Pictures'}
          first={lightbox.first}
          onClose={() => setLightbox(undefined)}
        />
      )}
    </Band>
  )
}
