import { type CSSProperties, type KeyboardEvent, type TouchEvent, useEffect, useRef, useState } from 'react'
import { useBackToClose } from '#client/use-back-to-close.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import { announce } from '#pages/announce.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { imageSrcSet, imageUrl } from '#ui/image-url.ts'
import type { GalleryImage } from './product-shown.ts'
import css from './zoom-dialog.module.css'

/** Zoom levels: 1 fits the whole picture to the screen. */
const LEVELS = [1, 2, 3]
/** A shorter movement of the finger is no swipe. */
const SWIPE_PX = 48

type Props = {
  images: readonly GalleryImage[]
  name: string
  first: number
  /** Receives the index of the last picture. */
  onClose: (last: number) => void
}

/**
 * Full-screen pictures with zoom: by a click at a position, by buttons, by + and −, by the browser's own
 * pinch. Arrows and swipes change the picture, or scroll one that is larger than the screen.
 */
export function ZoomDialog({ images, name, first, onClose }: Props) {
  const [at, setAt] = useState(first)
  const [level, setLevel] = useState(0)
  const frame = useRef<HTMLDivElement>(null)
  /** Where the only finger was put down. */
  const touch = useRef<{ x: number; y: number }>(undefined)
  const close = useBackToClose(() => onClose(at))
  // Focused, so that it receives the keys.
  useEffect(() => frame.current?.focus(), [])
  const image = images[at]
  if (!image) return null
  const { path, alt, width, height } = image
  const times = LEVELS[level] ?? 1

  const turn = (by: number) => {
    const next = (at + by + images.length) % images.length
    setAt(next)
    setLevel(0)
    announce(`Picture ${next + 1} of ${images.length}: ${images[next]?.alt}`)
  }
  /** `x` and `y`: the position to keep in the middle, as fractions of the picture. */
  const zoom = (next: number, x = 0.5, y = 0.5) => {
    const wanted = Math.max(0, Math.min(LEVELS.length - 1, next))
    setLevel(wanted)
    requestAnimationFrame(() => {
      const { current } = frame
      if (!current) return
      current.scrollTo(
        x * current.scrollWidth - current.clientWidth / 2,
        y * current.scrollHeight - current.clientHeight / 2,
      )
    })
  }
  const keys: Record<string, () => void> = {
    '+': () => zoom(level + 1),
    '=': () => zoom(level + 1),
    '-': () => zoom(level - 1),
    // Arrows scroll a picture that is larger than the screen.
    ArrowLeft: () => level === 0 && turn(-1),
    ArrowRight: () => level === 0 && turn(1),
  }
  const swipe = ({ changedTouches }: TouchEvent) => {
    const start = touch.current
    const end = changedTouches[0]
    touch.current = undefined
    if (!start || !end || level > 0 || images.length < 2 || (visualViewport?.scale ?? 1) > 1) return
    const [x, y] = [end.clientX - start.x, end.clientY - start.y]
    if (Math.abs(x) >= SWIPE_PX && Math.abs(x) > Math.abs(y)) turn(x < 0 ? 1 : -1)
  }
  const press = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) ownValue(keys, event.key)?.()
  }

  return (
    <Dialog title={name} onClose={close}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole dialog; each has a button too */}
      <div className={css.zoom} onKeyDown={press}>
        {/* biome-ignore lint/a11y/useSemanticElements: a picture is no group of fields */}
        <div
          ref={frame}
          className={css.frame}
          role="group"
          aria-label={alt || name}
          onTouchStart={({ touches }) => {
            const first = touches[0]
            touch.current = first && touches.length === 1 ? { x: first.clientX, y: first.clientY } : undefined
          }}
          onTouchEnd={swipe}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
        >
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons below and the keys do the same */}
          <img
            key={path}
            className={css.picture}
            style={{ '--times': times, '--ratio': (width ?? 1) / (height ?? 1) } as CSSProperties}
            src={imageUrl(path, 1280)}
            // Loads the original size when zoomed.
            srcSet={level === 0 ? imageSrcSet(image) : undefined}
            sizes={level === 0 ? '100vmin' : undefined}
            width={width ?? 1200}
            height={height ?? 1200}
            alt={alt}
            onClick={(event) => {
              const box = event.currentTarget.getBoundingClientRect()
              const next = level === LEVELS.length - 1 ? 0 : level + 1
              zoom(next, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height)
            }}
          />
        </div>
        <div className={css.tools}>
          {images.length > 1 && (
            <button type="button" aria-label="Previous picture" onClick={() => turn(-1)}>
              <Icon name="chevron-left" />
            </button>
          )}
          <button type="button" aria-label="Smaller" disabled={level === 0} onClick={() => zoom(level - 1)}>
            <Icon name="minus" />
          </button>
          <p>
            {at + 1} of {images.length}
          </p>
          <button
            type="button"
            aria-label="Larger"
            disabled={level === LEVELS.length - 1}
            onClick={() => zoom(level + 1)}
          >
            <Icon name="plus" />
          </button>
          {images.length > 1 && (
            <button type="button" aria-label="Next picture" onClick={() => turn(1)}>
              <Icon name="chevron-right" />
            </button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
