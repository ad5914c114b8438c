import { type ComponentType, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { fittingPictures, looksOf } from '#contract/rules/fitting-pictures.ts'
import type { Image, Video } from '#contract/shapes.ts'
import { Icon } from '#ui/icon.tsx'
import { imageUrl } from '#ui/image-url.ts'
import { Picture } from '#ui/picture.tsx'
import css from './gallery.module.css'
import type { ProductShown } from './product-shown.ts'
import type { ZoomDialog } from './zoom-dialog.tsx'

type Props = {
  product: Pick<ProductShown, 'images' | 'video' | 'product_name' | 'variations'>
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
  const { product_name: name, variations, video } = product
  const looks = useMemo(() => looksOf(variations), [variations])
  const picturesOf = (of: string) => fittingPictures(product.images, of, looks)
  const images = picturesOf(sku)
  // Where one variation has thumbnails all have: a choice must not move the options below them.
  const oneOfEachLook = new Map([...looks].map(([of, look]) => [look, of]))
  const hasThumbs = [sku, ...oneOfEachLook.values()].some((of) => picturesOf(of).length > (video ? 0 : 1))
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
        {video && (
          <li id={`${id}-${images.length + 1}`}>
            <ProductVideo video={video} name={name} poster={images[0]} isShown={at === images.length} />
          </li>
        )}
      </ul>
      {hasThumbs && (
        <ul className={css.thumbs} aria-label="Choose a picture">
          {images.map((image, index) => (
            <Thumb
              key={image.path}
              href={`#${id}-${index + 1}`}
              label={`Picture ${index + 1}: ${image.alt}`}
              image={image}
              isCurrent={index === at}
              isEager={index < 6}
              onShow={() => show(index)}
            />
          ))}
          {video && (
            <Thumb
              href={`#${id}-${images.length + 1}`}
              label={`Video of ${name}`}
              image={images[0]}
              isCurrent={at === images.length}
              onShow={() => show(images.length)}
            >
              <span className={css.lens}>
                <Icon name="play" size={18} />
              </span>
            </Thumb>
          )}
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

type ThumbProps = {
  href: string
  label: string
  image: Image | undefined
  isCurrent: boolean
  isEager?: boolean
  onShow: () => void
  children?: ReactNode
}

const Thumb = ({ href, label, image, isCurrent, isEager = false, onShow, children }: ThumbProps) => (
  <li>
    <a
      href={href}
      className={css.thumb}
      aria-label={label}
      aria-current={isCurrent || undefined}
      onClick={(event) => {
        event.preventDefault()
        onShow()
      }}
    >
      {image && <Picture image={image} sizes="5rem" widest={320} ratio={1} alt="" isEager={isEager} />}
      {children}
    </a>
  </li>
)

type VideoProps = {
  video: Video
  name: string
  poster: Image | undefined
  /** It is the part of the gallery that is seen. */
  isShown: boolean
}

/** Plays without sound while it is seen, unless the visitor asks for less motion; its controls work without JavaScript. */
function ProductVideo({ video: { path, captions }, name, poster, isShown }: VideoProps) {
  const player = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (!isShown) return player.current?.pause()
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) player.current?.play().catch(() => {})
  }, [isShown])
  return (
    <video
      ref={player}
      className={css.open}
      controls
      muted
      loop
      playsInline
      preload="none"
      aria-label={`Video of ${name}`}
      tabIndex={isShown ? 0 : -1}
      poster={poster && imageUrl(poster.path, 1280)}
      src={path}
    >
      {captions && (
        <track kind="captions" src={captions.path} srcLang={captions.language} label={captions.label} />
      )}
    </video>
  )
}

const loadZoom = () => import('./zoom-dialog.tsx')
