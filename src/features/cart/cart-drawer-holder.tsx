import { type ComponentType, useEffect, useState } from 'react'
import { closeCartDrawer, useCart } from '#client/cart-store.ts'
import { navigate } from '#pages/navigate.ts'
import { preloadCartDrawer } from './open-cart-drawer.ts'

/** Renders the drawer on demand, because its code is not part of the page. */
export function CartDrawerHolder() {
  const isOpen = useCart((state) => state.isDrawerOpen)
  const [Drawer, setDrawer] = useState<ComponentType>()

  useEffect(() => {
    if (!isOpen) return
    void preloadCartDrawer().then((chunk) => {
      if (chunk) return setDrawer(() => chunk.default)
      closeCartDrawer()
      navigate('/cart')
    })
  }, [isOpen])

  // Rendered directly: a Suspense boundary would delay it (React's throttle of 300 ms).
  return isOpen && Drawer ? <Drawer /> : null
}
