import { type ComponentType, useEffect, useState } from 'react'
import { closeCartDrawer, useCart } from '#client/cart-store.ts'
import { navigate } from '#pages/navigate.ts'
import { preloadCartDrawer } from './open-cart-drawer.ts'

/** Renders the drawer on demand, because its code is not part of the page. */
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

  // Rendered directly: a Suspense boundary would delay it (React's throttle of 300 ms).
  return isOpen && Drawer ? <Drawer /> : null
}

/** Runs when the browser is idle. Returns a function that cancels it. */
function whenIdle(run: () => unknown) {
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(run)
    else run()
  }, 2_000)
  return () => clearTimeout(timer)
}
