import { useEffect, useEffectEvent } from 'react'
import { cartStore } from '#client/cart-store.ts'
import type { Cart } from '#contract/cart.ts'
import { formatMoney, type Money } from '#contract/money.ts'
import {
  cachePrefix,
  type SeenCart,
  type SeenProduct,
  seenCache,
  seenCartKey,
  seenProductsKey,
  workerPath,
} from '#contract/offline.ts'
import { usePage, usePageData } from '#pages/use-page.ts'
import { imageUrl } from '#ui/image-url.ts'
import { useLocale } from '#ui/locale.ts'

const MAX_PRODUCTS = 12
const MAX_LINES = 50

/** The part of the product screen's data that is kept. */
type ShownProduct = {
  product_name: string
  channel: { selling_price: Money }
  images: readonly { path: string }[]
}

/**
 * Registers the service worker once the page has loaded, and keeps for its offline page what the shopper has seen: the last products and
 * the cart, as texts, in this browser alone. ADR 0020.
 */
export function OfflineKeeper() {
  const { screen, path } = usePage()
  const { data } = usePageData<{ product?: ShownProduct } | undefined>()
  const locale = useLocale()
  const noteProduct = useEffectEvent(async () => {
    const product = screen === 'product' && data?.product
    if (!product || !(await isReady())) return
    const { product_name: name, channel, images } = product
    const [image] = images
    await keepProduct({
      url: path,
      name,
      picture: image ? imageUrl(image.path, 320) : null,
      price: formatMoney(channel.selling_price, locale),
      at: Date.now(),
    })
  })
  const noteCart = useEffectEvent(async () => {
    const { cart } = cartStore.getState()
    if (cart && (await isReady())) await put(seenCartKey, seenCartOf(cart, locale))
  })
  useEffect(() => void logFailure(noteProduct), [screen, data])
  useEffect(() => {
    const note = () => void logFailure(noteCart)
    note()
    return cartStore.subscribe(note)
  }, [])
  return null
}

let registered: Promise<unknown> | undefined

/**
 * Whether the service worker has its offline page. It has none where it is switched off, where the store is locked, and where browsers
 * refuse one. Nothing is kept while the visitor has not answered the question about cookies.
 */
async function isReady(): Promise<boolean> {
  if (!('serviceWorker' in navigator) || document.documentElement.dataset.cookies === 'ask') return false
  registered ??= register()
  await registered
  const names = await caches.keys()
  return names.some((name) => name.startsWith(cachePrefix) && name !== seenCache)
}

async function register() {
  if (document.readyState !== 'complete')
    await new Promise((loaded) => addEventListener('load', loaded, { once: true }))
  await navigator.serviceWorker.register(workerPath)
  await navigator.serviceWorker.ready
}

async function keepProduct(product: SeenProduct) {
  const stored = await caches.match(seenProductsKey, { cacheName: seenCache })
  const before: SeenProduct[] = stored ? await stored.json() : []
  const products = [product, ...before.filter(({ url }) => url !== product.url)].slice(0, MAX_PRODUCTS)
  await put(seenProductsKey, products)
  const cache = await caches.open(seenCache)
  const dropped = before.filter(({ picture }) => !products.some((other) => other.picture === picture))
  await Promise.all(dropped.flatMap(({ picture }) => picture ?? []).map((picture) => cache.delete(picture)))
  if (product.picture && !(await cache.match(product.picture))) await cache.add(product.picture)
}

const put = async (key: string, value: SeenProduct[] | SeenCart) =>
  (await caches.open(seenCache)).put(key, Response.json(value))

const seenCartOf = ({ items, subtotal }: Cart, locale: string): SeenCart => ({
  lines: items.slice(0, MAX_LINES).map(({ product, quantity, line_total }) => ({
    url: product.url,
    name: product.name,
    quantity,
    total: formatMoney(line_total, locale),
  })),
  subtotal: formatMoney(subtotal, locale),
  at: Date.now(),
})

/** The shop works without: a full disk or a refused worker is no fault that a shopper can do anything about. */
const logFailure = (work: () => Promise<void>) =>
  work().catch((error: unknown) => console.info('Nothing kept for the time without a network', error))
