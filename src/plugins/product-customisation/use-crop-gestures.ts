import { useEffect, useEffectEvent, useRef } from 'react'

/** A movement in parts of the frame's width and height, and a change of the zoom as a factor. */
export type Gesture = { x: number; y: number; scale: number }

const WHEEL_STEP = 0.0015

type On = { isMovable: boolean; isZoomable: boolean }

/** Drag with one pointer, pinch with two, turn the wheel. Returns the ref of the frame. */
export function useCropGestures({ isMovable, isZoomable }: On, onGesture: (gesture: Gesture) => void) {
  const frame = useRef<HTMLDivElement>(null)
  const report = useEffectEvent(onGesture)
  useEffect(() => {
    const { current: element } = frame
    if (!element || !isMovable) return
    const pointers = new Map<number, { x: number; y: number }>()
    const down = (event: PointerEvent) => {
      if (event.button !== 0) return
      element.setPointerCapture(event.pointerId)
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    }
    const move = (event: PointerEvent) => {
      const before = pointers.get(event.pointerId)
      if (!before) return
      const after = { x: event.clientX, y: event.clientY }
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
      pointers.set(event.pointerId, after)
      const { width, height } = element.getBoundingClientRect()
      // Each of two pointers moves the middle between them by half its way.
      const share = other ? 0.5 : 1
      const scale = other ? distance(after, other) / Math.max(1, distance(before, other)) : 1
      report({
        x: ((after.x - before.x) * share) / width,
        y: ((after.y - before.y) * share) / height,
        scale,
      })
    }
    const up = ({ pointerId }: PointerEvent) => void pointers.delete(pointerId)
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      report({ x: 0, y: 0, scale: Math.exp(-event.deltaY * WHEEL_STEP) })
    }
    const stop = new AbortController()
    const { signal } = stop
    element.addEventListener('pointerdown', down, { signal })
    element.addEventListener('pointermove', move, { signal })
    element.addEventListener('lostpointercapture', up, { signal })
    // Where nothing can be enlarged the wheel scrolls the page.
    if (isZoomable) element.addEventListener('wheel', wheel, { signal, passive: false })
    return () => stop.abort()
  }, [isMovable, isZoomable])
  return frame
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) =>
  Math.hypot(a.x - b.x, a.y - b.y)
