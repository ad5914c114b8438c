import { type ComponentType, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import css from './gallery.module.css'
import type { GalleryImage } from './gallery-order.ts'
import type { ZoomDialog } from './zoom-dialog.tsx'

type Props = {
  images: readonly GalleryImage[]
  name: string
  /** The chosen variation: its first picture comes into view when the choice changes. */
  sku: string
  /** CSS `sizes` where it stands in less than half a page. */
  sizes?: string
}

type Zoom = ComponentType<Parameters<typeof ZoomDialog>[0]>

const HALF_PAGE = '(min-width: 62rem) 46vw, 100vw'

/**
 * Pictures side by side, snapped: swiped with a finger, scrolled with keys, chosen by thumbnails on every width, looked at closely in a
 * dialog. Without scripts the thumbnails are links to their picture.
 */
export function Gallery({ images, name, sku, sizes = HALF_PAGE }: Props) {
  const id = useId()
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(Math.max(0, firstOf(images, sku)))
  const [shownSku, setShownSku] = useState(sku)
  const [Zoom, setZoom] = useState<Zoom>()

  const show = (index: number, behavior: ScrollBehavior = 'smooth') => {
    const list = strip.current
    list?.scrollTo({ left: index * list.clientWidth, behavior })
    setAt(index)
  }
  useEffect(() => {
    // The server puts the chosen variation's picture first in view by the order of the list; later choices scroll to it.
    if (sku === shownSku) return
    setShownSku(sku)
    const next = firstOf(images, sku)
    const list = strip.current
    if (next >= 0 && list) {
      list.scrollTo({ left: next * list.clientWidth, behavior: 'smooth' })
      setAt(next)
    }
  }, [sku, shownSku, images])

  if (images.length === 0)
    return <div className={css.none} role="img" aria-label={`No picture of ${name} yet`} />
  return (
    <div className={css.gallery}>
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
              // One stop for the keyboard: the picture that is seen.
              tabIndex={index === at ? 0 : -1}
              onPointerEnter={() => void loadZoom()}
              onClick={async () => {
                setAt(index)
                const { ZoomDialog } = await loadZoom()
                setZoom(() => ZoomDialog)
              }}
            >
              <Picture image={image} sizes={sizes} ratio={1} isFirst={index === 0} />
              <span className={css.lens}>
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
                aria-current={index === at}
                onClick={(event) => {
                  event.preventDefault()
                  show(index)
                }}
              >
                <Picture image={image} sizes="5rem" ratio={1} alt="" isEager={index < 6} />
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

const firstOf = (images: readonly GalleryImage[], sku: string) =>
  images.findIndex((image) => image.sku === sku)
