import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { keysOf } from '#contract/rules/own-value.ts'
import { AdminIcon, type AdminIconName } from './admin-icon.tsx'
import css from './preview-frame.module.css'
import { Waiting } from './screen-frame.tsx'

const widths = {
  phone: { label: 'Phone', px: 390, icon: 'smartphone' },
  tablet: { label: 'Tablet', px: 820, icon: 'square' },
  desktop: { label: 'Desktop', px: 1280, icon: 'monitor' },
} as const satisfies Record<string, { label: string; px: number; icon: AdminIconName }>
type Width = keyof typeof widths

type Frame = {
  ref: RefObject<HTMLIFrameElement | null>
  /** Undefined until there is an address. */
  src: string | undefined
  isReady: boolean
  error: string | undefined
}

/**
 * The storefront at the width of a device, made smaller where the column is narrower. `children` are further controls beside the widths.
 * @param name what the frame shows
 */
export function PreviewFrame({
  frame,
  name,
  children,
}: {
  frame: Frame
  name: string
  children?: ReactNode
}) {
  const [width, setWidth] = useState<Width>(() => (innerWidth < 700 ? 'phone' : 'desktop'))
  const stage = useRef<HTMLDivElement>(null)
  const [space, setSpace] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setSpace({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const { px } = widths[width]
  const scale = space.width === 0 ? 1 : Math.min(1, space.width / px)

  return (
    <section className={css.preview} aria-label="Preview">
      <div className={css.controls}>
        <fieldset className={css.widths} aria-label="Width of the preview">
          {keysOf(widths).map((key) => (
            <button key={key} type="button" aria-pressed={key === width} onClick={() => setWidth(key)}>
              <AdminIcon name={widths[key].icon} size={16} />
              {widths[key].label}
            </button>
          ))}
        </fieldset>
        {children}
      </div>
      {frame.error && (
        <p role="alert" className={css.notice}>
          The preview could not be loaded: {frame.error}
        </p>
      )}
      <div ref={stage} className={css.stage} aria-busy={!frame.isReady}>
        {!frame.isReady && !frame.error && <Waiting />}
        {frame.src && (
          <div className={css.device} style={{ width: px * scale }}>
            <iframe
              key={frame.src}
              ref={frame.ref}
              src={frame.src}
              title={`Preview of ${name}`}
              style={{ width: px, height: space.height / scale, transform: `scale(${scale})` }}
            />
          </div>
        )}
      </div>
    </section>
  )
}
