import type { KeyboardEvent, MouseEvent } from 'react'
import { ownValue } from '#contract/rules/own-value.ts'
import type { FocalPoint } from '#contract/shapes.ts'
import { Button } from '#ui/button.tsx'
import { imageUrl } from '#ui/image-url.ts'
import css from './focal-point-input.module.css'

type Props = {
  /** What the picture is called. */
  label: string
  path: string
  value: FocalPoint | null
  onChange: (value: FocalPoint | null) => void
}

const middle: FocalPoint = { x: 50, y: 50 }
const steps: Record<string, FocalPoint> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
const within = (value: number) => Math.min(100, Math.max(0, Math.round(value)))

/** The part of a picture that stays visible where it is cropped: chosen by a click, or moved by the arrow keys. */
export function FocalPointInput({ label, path, value, onChange }: Props) {
  const point = value ?? middle
  const position = `${point.x}% ${point.y}%`

  function choose({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLButtonElement>) {
    // A press of Enter has no position.
    if (detail === 0) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onChange({ x: within(((clientX - left) / width) * 100), y: within(((clientY - top) / height) * 100) })
  }
  function move(event: KeyboardEvent) {
    const step = ownValue(steps, event.key)
    if (!step) return
    event.preventDefault()
    const by = event.shiftKey ? 10 : 1
    onChange({ x: within(point.x + step.x * by), y: within(point.y + step.y * by) })
  }

  return (
    <div className={css.focal}>
      <button
        type="button"
        className={css.picture}
        aria-label={`${label}: focal point ${point.x} % from the left, ${point.y} % from the top. Arrow keys move it.`}
        onClick={choose}
        onKeyDown={move}
      >
        <img src={imageUrl(path, 640)} alt="" draggable={false} />
        <span className={css.mark} style={{ left: `${point.x}%`, top: `${point.y}%` }} />
      </button>
      <div className={css.results}>
        <p role="status">
          {point.x} % / {point.y} %
        </p>
        <div className={css.crops} aria-hidden="true">
          {['1', '4 / 5', '16 / 9'].map((aspectRatio) => (
            <img
              key={aspectRatio}
              src={imageUrl(path, 320)}
              alt=""
              style={{ aspectRatio, objectPosition: position }}
            />
          ))}
        </div>
        <p className={css.hint}>
          Click on what must stay visible, or move the point with the arrow keys. All places that crop this
          picture use it.
        </p>
        <Button look="quiet" disabled={value === null} onClick={() => onChange(null)}>
          Back to the middle
        </Button>
      </div>
    </div>
  )
}
