import { type ComponentType, useEffect, useState } from 'react'
import { useCart } from '#client/cart-store.ts'
import { navigate } from '#pages/navigate.ts'
import { closeCartDrawer } from './close-cart-drawer.ts'
import { preloadCartDrawer } from './open-cart-drawer.ts'

/** Where the drawer stands once it is wanted: its code is not part of the page. */
export function CartDrawerHolder() {
  const isOpen = useCart((state) => state.isDrawerOpen)
  const [Drawer, setDrawer] = useState<ComponentType>()

  useEffect(() => {
    const keep = async () => {
      const chunk = await preloadCartDrawer()
      if (chunk) setDrawer(() => chunk.default)
      return chunk
    }
    if (!isOpen) return whenIdle(keep)
    void keep().then((chunk) => {
      if (chunk) return
      closeCartDrawer()
      navigate('/cart')
    })
  }, [isOpen])

  // Rendered directly: a Suspense boundary would hold it back (React's throttle of 300 ms).
  return isOpen && Drawer ? <Drawer /> : null
}

/** Not before the page has done what it has to do. Returns how to call it off. */
function whenIdle(run: () => unknown) {
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(run)
    else run()
  }, 2_000)
  return () => clearTimeout(timer)
}
