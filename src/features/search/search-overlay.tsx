import { useEffect, useRef } from 'react'
import { useShop } from '#client/shop-context.ts'
import { useBackToClose } from '#client/use-back-to-close.ts'
import { navigate } from '#pages/navigate.ts'
import { LinkButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SearchForm } from './search-form.tsx'
import css from './search-overlay.module.css'
import type { Leave } from './search-suggestions.tsx'

/** Full-screen search on phones. Back closes it. */
export function SearchOverlay({ onClose }: { onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const { menus } = useShop()
  const close = useBackToClose(onClose)
  const leave: Leave = (href, event) => {
    event.preventDefault()
    onClose()
    // Replaces the dialog's own history entry.
    navigate(href, { replace: true })
  }
  useEffect(() => {
    place.current?.querySelector('input')?.focus()
  }, [])
  return (
    <Dialog title="Search" onClose={close}>
      <div ref={place} className={css.overlay}>
        <SearchForm onLeave={leave} />
        <nav className={css.places} aria-label="Categories">
          {menus.header.map(({ label, url }) => (
            <LinkButton key={label} look="secondary" href={url} onClick={(event) => leave(url, event)}>
              {label}
            </LinkButton>
          ))}
        </nav>
      </div>
    </Dialog>
  )
}
