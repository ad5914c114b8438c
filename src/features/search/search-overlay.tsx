import { useEffect, useRef } from 'react'
import { useBackToClose } from '#client/use-back-to-close.ts'
import { navigate } from '#pages/navigate.ts'
import { Dialog } from '#ui/dialog.tsx'
import { SearchForm } from './search-form.tsx'
import css from './search-overlay.module.css'
import type { Leave } from './search-suggestions.tsx'

/** Search over the whole screen of a phone. Back closes it. */
export function SearchOverlay({ onClose }: { onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const close = useBackToClose(onClose)
  const leave: Leave = (href, event) => {
    event.preventDefault()
    onClose()
    // In place of the history entry that only stands for this dialog.
    navigate(href, { replace: true })
  }
  useEffect(() => {
    place.current?.querySelector('input')?.focus()
  }, [])
  return (
    <Dialog title="Search" onClose={close}>
      <div ref={place} className={css.overlay}>
        <SearchForm onLeave={leave} />
      </div>
    </Dialog>
  )
}
