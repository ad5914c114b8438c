import { type ComponentType, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import css from './gallery.module.css'
import { type GalleryImage, galleryFor } from './gallery-order.ts'
import type { ZoomDialog } from './zoom-dialog.tsx'

type Props = {
  images: readonly GalleryImage[]
  name: string
  /** The chosen variation: its first picture is scrolled into view when the choice changes. */
  sku: string
  /** CSS `sizes` for a gallery narrower than half a page. */
  sizes?: string
  /** All pictures at once in two columns, on wide screens. */
  isWall?: boolean
}

type Zoom = ComponentType<Parameters<typeof ZoomDialog>[0]>

const HALF_PAGE = '(min-width: 62rem) 46vw, 100vw'

/**
 * A scroll-snap gallery: swiped, scrolled with keys, selected by thumbnails at every width, zoomed in a
 * dialog. Without JavaScript the thumbnails are links to their picture.
 */
export function Gallery({ images: all, name, sku, sizes = HALF_PAGE, isWall }: Props) {
  const id = useId()
  // The chosen variation's pictures come first, as the server sends them.
  const images = galleryFor(all, sku)
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const [shownSku, setShownSku] = useState(sku)
  const [Zoom, setZoom] = useState<Zoom>()

  const show = (index: number, behavior: ScrollBehavior = 'smooth') => {
    const list = strip.current
    list?.scrollTo({ left: index * list.clientWidth, behavior })
    setAt(index)
  }
  useEffect(() => {
    if (sku === shownSku) return
    setShownSku(sku)
    strip.current?.scrollTo({ left: 0, behavior: 'smooth' })
    setAt(0)
  }, [sku, shownSku])

  if (images.length === 0)
    return (
      <div className={css.none} role="img" aria-label={`No picture of ${name} yet`}>
        <Icon name="box" size={64} />
      </div>
    )
  return (
    <div className={css.gallery} data-wall={isWall}>
      <ul
        ref={strip}
        className={css.strip}
        aria-label={`Pictures of ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        onScroll={(event) => {
          const { scrollLeft, clientWidth } = event.currentTarget
          const seen = Math.round(scrollLeft / clientWidth)
          if (seen !== at) setAt(seen)
        }}
      >
        {images.map((image, index) => (
          <li key={image.path} id={`${id}-${index + 1}`}>
            <button
              type="button"
              className={css.open}
              aria-label={`Look closely: ${image.alt || name}`}
              aria-haspopup="dialog"
              // One tab stop: the visible picture.
              tabIndex={index === at ? 0 : -1}
              onPointerEnter={() => void loadZoom()}
              onClick={async () => {
                setAt(index)
                const { ZoomDialog } = await loadZoom()
                setZoom(() => ZoomDialog)
              }}
            >
              <Picture image={image} sizes={sizes} ratio={1} isFirst={index === 0} />
              <span className={css.lens} data-scripts-only="">
                <Icon name="search" size={18} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <ul className={css.thumbs} aria-label="Choose a picture">
          {images.map((image, index) => (
            <li key={image.path}>
              <a
                href={`#${id}-${index + 1}`}
                className={css.thumb}
                aria-label={`Picture ${index + 1}: ${image.alt}`}
                aria-current={index === at || undefined}
                onClick={(event) => {
                  event.preventDefault()
                  show(index)
                }}
              >
                <Picture image={image} sizes="5rem" widest={320} ratio={1} alt="" isEager={index < 6} />
              </a>
            </li>
          ))}
        </ul>
      )}
      {Zoom && (
        <Zoom
          images={images}
          name={name}
          first={at}
          onClose={(last) => {
            setZoom(undefined)
            show(last, 'instant')
          }}
        />
      )}
    </div>
  )
}

const loadZoom = () => import('./zoom-dialog.tsx')
