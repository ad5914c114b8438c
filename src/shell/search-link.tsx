import { type ComponentType, useState } from 'react'
import { Icon } from '#ui/icon.tsx'

type Overlay = ComponentType<{ onClose: () => void }>

const loadOverlay = () => import('#features/search/search-overlay.tsx')

/**
 * The search button where the header has no room for a field: opens the search overlay, or links to the
 * search page without JavaScript.
 */
export function SearchLink({ className }: { className: string | undefined }) {
  const [Overlay, setOverlay] = useState<Overlay>()
  return (
    <>
      <a
        className={className}
        href="/search"
        aria-label="Search"
        aria-haspopup="dialog"
        onPointerEnter={() => void loadOverlay()}
        onClick={async (event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          const { SearchOverlay } = await loadOverlay()
          setOverlay(() => SearchOverlay)
        }}
      >
        <Icon name="search" size={22} />
      </a>
      {Overlay && <Overlay onClose={() => setOverlay(undefined)} />}
    </>
  )
}
