import { type MouseEvent, useEffect, useEffectEvent, useState } from 'react'
import { useCart } from '#client/cart-store.ts'
import { loadPageSlots, PageSlots } from '#client/slot.tsx'
import { giveEntryToNextOverlay, useBackToClose } from '#client/use-back-to-close.ts'
import type { SlotContents } from '#contract/slots.ts'
import type { Card } from '#features/card/card.ts'
import { quickView } from '#features/card/quick-view.ts'
import { DialogMessages } from '#features/session/dialog-messages.tsx'
import { navigate } from '#pages/navigate.ts'
import { readPage } from '#pages/read-page.ts'
import { Dialog } from '#ui/dialog.tsx'
import { BuyBox } from './buy-box.tsx'
import { Gallery } from './gallery.tsx'
import { emitProductView } from './product-events.ts'
import type { ProductShown } from './product-shown.ts'
import css from './quick-view-dialog.module.css'
import { useVariation } from './use-variation.ts'

/** A product in a dialog over the list: pictures, options, buy button, and a link to its page. Back closes it. */
export function QuickViewDialog({ card }: { card: Card }) {
  const { product, slots = {} } = useProduct(card.url) ?? {}
  const close = useBackToClose(() => quickView.setState({ card: null }))
  // The drawer shows the added product: closes this dialog, so that the drawer can return the focus to the
  // card.
  const isDrawerOpen = useCart((state) => state.isDrawerOpen)
  const giveWayToDrawer = useEffectEvent(() => {
    giveEntryToNextOverlay()
    close()
  })
  useEffect(() => {
    if (isDrawerOpen) giveWayToDrawer()
  }, [isDrawerOpen])
  useEffect(() => {
    const leave = ({ destination }: NavigateEvent) => {
      if (new URL(destination.url).pathname !== location.pathname) quickView.setState({ card: null })
    }
    window.navigation?.addEventListener('navigate', leave)
    return () => window.navigation?.removeEventListener('navigate', leave)
  }, [])
  if (isDrawerOpen) return null
  return (
    <Dialog title={card.name} onClose={close}>
      <div className={css.quick}>
        {product ? (
          <PageSlots value={slots}>
            <Quick product={product} />
          </PageSlots>
        ) : (
          <div className={css.waiting} role="status">
            <span className="visually-hidden">Fetching {card.name}…</span>
          </div>
        )}
      </div>
      <DialogMessages />
    </Dialog>
  )
}

function Quick({ product }: { product: ProductShown }) {
  const variation = useVariation(product)
  const emitView = useEffectEvent(() => emitProductView(product, variation.shown))
  useEffect(() => emitView(), [])
  const href = variation.hrefOf(variation.shown.sku)
  return (
    <>
      <div className={css.pictures}>
        <Gallery product={product} sku={variation.shown.sku} />
      </div>
      <div className={css.info}>
        <BuyBox product={product} variation={variation} />
        <a
          className={css.details}
          href={href}
          onClick={(event: MouseEvent) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            // Replaces the dialog's own history entry.
            navigate(href, { replace: true })
          }}
        >
          View full details
        </a>
      </div>
    </>
  )
}

/** The data of the product's page, prefetched on hover. If it cannot be loaded, the page itself opens. */
function useProduct(url: string) {
  const [shown, setShown] = useState<{ product: ProductShown; slots?: SlotContents }>()
  useEffect(() => {
    const request = new AbortController()
    readPage(url, request.signal).then(async (page) => {
      if (page) await loadPageSlots(page)
      if (request.signal.aborted) return
      const { product, slots } = (page?.data ?? {}) as { product?: ProductShown; slots?: SlotContents }
      if (product) return setShown({ product, ...(slots && { slots }) })
      quickView.setState({ card: null })
      navigate(url, { replace: true })
    })
    return () => request.abort()
  }, [url])
  return shown
}
