import { type ComponentType, useEffect, useId, useMemo, useRef, useState } from 'react'
import { fittingPictures, looksOf } from '#contract/rules/fitting-pictures.ts'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import css from './gallery.module.css'
import type { ProductShown } from './product-shown.ts'
import type { ZoomDialog } from './zoom-dialog.tsx'

type Props = {
  product: Pick<ProductShown, 'images' | 'product_name' | 'variations'>
  /** The chosen variation: only pictures of its look are shown, its first one when the choice changes. */
  sku: string
  /** On the product's page: beside the thumbnails on wide screens. Otherwise in a dialog. */
  isPage?: boolean
}

type Zoom = ComponentType<Parameters<typeof ZoomDialog>[0]>

const ON_PAGE = '(min-width: 62rem) min(46vw, 62vh), (min-width: 48rem) 46vw, min(100vw, 62vh)'
const IN_DIALOG = '(min-width: 48rem) 26rem, 92vw'

/**
 * A scroll-snap gallery: one whole picture at a time, swiped, scrolled with keys, selected by thumbnails at every width, zoomed in a
 * dialog. Without JavaScript the thumbnails are links to their picture.
 */
export function Gallery({ product, sku, isPage }: Props) {
  const id = useId()
  const { product_name: name, variations } = product
  const looks = useMemo(() => looksOf(variations), [variations])
  const picturesOf = (of: string) => fittingPictures(product.images, of, looks)
  const images = picturesOf(sku)
  // Where one variation has thumbnails all have: a choice must not move the options below them.
  const oneOfEachLook = new Map([...looks].map(([of, look]) => [look, of]))
  const hasThumbs = [sku, ...oneOfEachLook.values()].some((of) => picturesOf(of).length > 1)
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
    <div className={css.gallery} data-side={(isPage && hasThumbs) || undefined}>
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
              <Picture image={image} sizes={isPage ? ON_PAGE : IN_DIALOG} ratio={1} isFirst={index === 0} />
              <span className={css.lens} data-scripts-only="">
                <Icon name="search" size={18} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hasThumbs && (
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
