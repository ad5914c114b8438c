import { type ComponentType, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Image } from '#contract/shapes.ts'

type Dialog = ComponentType<{
  images: readonly (Image & { sku: null })[]
  name: string
  first: number
  onClose: (last: number) => void
}>

/** Loads the lightbox, a chunk of its own. */
export const loadLightbox = () => import('./zoom-dialog.tsx')

/**
 * A lightbox for pictures whose links lead to their files. Call `open` on a click: it follows the link instead when a
 * key asks for a new tab, and when the lightbox cannot be loaded. `lightbox` is null while it is closed; the focus
 * returns to the link.
 */
export function useLightbox(images: readonly Image[], name: string) {
  const [shown, setShown] = useState<{ Dialog: Dialog; first: number }>()
  const opener = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!shown) opener.current?.focus({ preventScroll: true })
  }, [shown])

  async function open(event: MouseEvent<HTMLAnchorElement>, first: number) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    opener.current = event.currentTarget
    const { href } = event.currentTarget
    try {
      const { ZoomDialog } = await loadLightbox()
      setShown({ Dialog: ZoomDialog, first })
    } catch {
      location.assign(href)
    }
  }

  const lightbox: ReactNode = shown ? (
    <shown.Dialog
      images={images.map((image) => ({ ...image, sku: null }))}
      name={name}
      first={shown.first}
      onClose={() => setShown(undefined)}
    />
  ) : null
  return { open, lightbox }
}
