import { type MouseEvent, useEffect, useState } from 'react'
import { useCart } from '#client/cart-store.ts'
import { useBackToClose } from '#client/use-back-to-close.ts'
import { navigate } from '#pages/navigate.ts'
import { readPage } from '#pages/read-page.ts'
import { Dialog } from '#ui/dialog.tsx'
import { BuyBox } from './buy-box.tsx'
import type { Card } from './card.ts'
import { Gallery, productParts } from './product-parts.ts'
import type { ProductShown } from './product-shown.ts'
import { quickView } from './quick-view.ts'
import css from './quick-view-dialog.module.css'
import { useVariation } from './use-variation.ts'

/** Its parts have no markup of the server's to wait in: whoever loads this waits for them too. */
export const ready = Promise.all(productParts.map((part) => part.load()))

/** A product without leaving the list: pictures, options, the way into the cart, and to its page. Back closes it. */
export function QuickViewDialog({ card }: { card: Card }) {
  const product = useProduct(card.url)
  const close = useBackToClose(() => quickView.setState({ card: null }))
  // What was added shows in the drawer: one thing at a time, and the drawer shall find the focus on the card.
  const isDrawerOpen = useCart((state) => state.isDrawerOpen)
  useEffect(() => {
    if (isDrawerOpen) close()
  }, [isDrawerOpen, close])
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
          <Quick product={product} />
        ) : (
          <div className={css.waiting} role="status">
            <span className="visually-hidden">Fetching {card.name}…</span>
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Quick({ product }: { product: ProductShown }) {
  const variation = useVariation(product)
  const href = variation.hrefOf(variation.shown.sku)
  return (
    <>
      <div className={css.pictures}>
        <Gallery
          images={product.images}
          name={product.product_name}
          sku={variation.shown.sku}
          sizes="(min-width: 48rem) 26rem, 92vw"
        />
      </div>
      <div className={css.info}>
        <BuyBox product={product} variation={variation} />
        <a
          className={css.details}
          href={href}
          onClick={(event: MouseEvent) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            // In place of the history entry that only stands for this dialog.
            navigate(href, { replace: true })
          }}
        >
          View full details
        </a>
      </div>
    </>
  )
}

/** The product's page's data: asked for when the card was pointed at. Where it cannot be had, the page itself is gone to. */
function useProduct(url: string) {
  const [product, setProduct] = useState<ProductShown>()
  useEffect(() => {
    const asked = new AbortController()
    readPage(url, asked.signal).then((page) => {
      if (asked.signal.aborted) return
      const { product: found } = (page?.data ?? {}) as { product?: ProductShown }
      if (found) return setProduct(found)
      quickView.setState({ card: null })
      navigate(url, { replace: true })
    })
    return () => asked.abort()
  }, [url])
  return product
}
