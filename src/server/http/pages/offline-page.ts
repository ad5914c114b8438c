import { createHash } from 'node:crypto'
import { cachePrefix, offlinePath, seenCache, seenCartKey, seenProductsKey } from '#contract/offline.ts'
import type { Storefront } from '#contract/storefront.ts'
import { html } from '#server/platform/notify/escape-html.ts'
import { specialPageScheme, specialPageStyle } from './special-page-assets.ts'

export const WORKER_TYPE = 'text/javascript; charset=utf-8'

/**
 * The page that the service worker shows where no page can be loaded: a document of its own with nothing of a visitor. Its script adds
 * what this browser keeps (`#contract/offline.ts`), and loads the page again when the shop answers. ADR 0020.
 */
export function offlinePage(storefront: Storefront) {
  const { name, channel } = storefront
  const style = specialPageStyle(storefront) + STYLE
  const { markup } = html`<!doctype html>
<html lang="${channel.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="${specialPageScheme(storefront).scheme.name}">
<title>${name ? `You’re offline – ${name}` : 'You’re offline'}</title>
<style>${{ markup: style }}</style>
</head>
<body>
<header><span dir="auto">${name}</span></header>
<main>
<h1>You’re offline</h1>
<p class="lead">This page needs a connection. It opens by itself as soon as you’re back online.</p>
<p><a class="button" href="">Try again</a></p>
<section id="cart" aria-labelledby="cart-title" hidden>
<h2 id="cart-title">Your cart</h2>
<p class="note">As you last saw it, <span class="when"></span>. You can check out when you’re back online.</p>
<ul class="lines"></ul>
<p class="sum"><span>Subtotal</span> <strong></strong></p>
</section>
<section id="seen" aria-labelledby="seen-title" hidden>
<h2 id="seen-title">Products you last saw</h2>
<ul class="cards"></ul>
</section>
<template id="line"><li><a dir="auto"></a> <span class="count"></span> <span class="amount"></span></li></template>
<template id="card"><li><a><span class="frame"></span><span class="name" dir="auto"></span></a><p class="price"><strong></strong> <small>Price when you last saw it, <span class="when"></span></small></p></li></template>
</main>
<footer></footer>
<script>${{ markup: script }}</script>
</body>
</html>`
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': `default-src 'none'; img-src 'self' blob:; connect-src 'self'; font-src 'self'; style-src ${sha256(style)}; script-src ${sha256(script)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'strict-origin-when-cross-origin',
    },
    body: markup,
  }
}

/** The service worker with its settings: browsers install it again when its code or the offline page has changed. */
export function workerFor(code: string, page: string): string {
  const version = createHash('sha256').update(code).update(page).digest('base64url').slice(0, 12)
  return `const offline={page:"${offlinePath}?v=${version}",cache:"${cachePrefix}${version}"};${code}`
}

/** The worker of a shop that has none: it takes the place of any other and leaves nothing behind. */
export const removedWorker = `addEventListener("install",()=>skipWaiting());addEventListener("activate",e=>e.waitUntil((async()=>{for(const n of await caches.keys())if(n.startsWith("${cachePrefix}"))await caches.delete(n);await registration.unregister()})()))`

/** Only texts go into the page, as texts; links lead to paths of the shop alone. The page at its own address is no failed one. */
const script = `
const read = async key => (await caches.match(key, { cacheName: '${seenCache}' }))?.json()
const time = (at, options) => new Intl.DateTimeFormat(document.documentElement.lang, options).format(at)
const put = (parent, selector, text) => { parent.querySelector(selector).textContent = text }
const copy = id => document.getElementById(id).content.firstElementChild.cloneNode(true)
const link = (item, url) => { if (/^\\/(?!\\/)/.test(url)) item.querySelector('a').href = url }
async function showCart() {
  const cart = await read('${seenCartKey}')
  if (!cart?.lines.length) return
  const section = document.getElementById('cart')
  put(section, '.when', time(cart.at, { dateStyle: 'medium', timeStyle: 'short' }))
  put(section, 'strong', cart.subtotal)
  for (const { url, name, quantity, total } of cart.lines) {
    const item = copy('line')
    link(item, url)
    put(item, 'a', name)
    put(item, '.count', '× ' + quantity)
    put(item, '.amount', total)
    section.querySelector('ul').append(item)
  }
  section.hidden = false
}
async function showSeen() {
  const products = await read('${seenProductsKey}')
  if (!products?.length) return
  const section = document.getElementById('seen')
  for (const { url, name, picture, price, at } of products) {
    const item = copy('card')
    link(item, url)
    put(item, '.name', name)
    put(item, 'strong', price)
    put(item, '.when', time(at, { day: 'numeric', month: 'short' }))
    section.querySelector('ul').append(item)
    const file = picture && await caches.match(picture, { cacheName: '${seenCache}' })
    if (!file) continue
    const image = new Image(320, 400)
    image.alt = ''
    image.src = URL.createObjectURL(await file.blob())
    item.querySelector('.frame').append(image)
  }
  section.hidden = false
}
showCart()
showSeen()
let pause = 5000
const ask = async () => {
  try {
    if (document.visibilityState === 'visible') {
      await self.fetch('/api/health', { cache: 'no-store' })
      return location.reload()
    }
  } catch {}
  pause = Math.min(pause * 1.5, 60000)
  setTimeout(ask, pause)
}
if (location.pathname !== '${offlinePath}') {
  addEventListener('online', () => location.reload())
  setTimeout(ask, pause)
}
`

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const STYLE = `
main{width:min(60rem,100% - 2.5rem);align-self:start;padding-top:clamp(1.5rem,5vw,3.5rem)}
h1{font-size:clamp(2.25rem,7vw,3.5rem)}
h1::after{margin:1.25rem auto}
.button{margin-top:1.25rem}
section{margin-top:clamp(2rem,6vw,3.5rem);text-align:start}
section[hidden]{display:none}
h2{margin:0;font:var(--weight) 1.5rem/1.2 var(--heading)}
.note,small{color:var(--muted);font-size:.9375rem}
.note{margin:.375rem 0 0}
ul{margin:1.25rem 0 0;padding:0;list-style:none}
footer ul{margin:0}
section a{color:inherit;text-decoration:none}
section a:hover{text-decoration:underline}
#cart{padding:clamp(1.25rem,4vw,2rem);background:var(--raised);border:1px solid color-mix(in srgb,var(--text) 12%,transparent);border-radius:.75rem}
.lines li{display:grid;grid-template-columns:1fr auto minmax(5rem,auto);gap:.75rem;align-items:baseline;padding:.625rem 0;border-top:1px solid color-mix(in srgb,var(--text) 12%,transparent)}
.lines a{padding:.25rem 0}
.count{color:var(--muted)}
.amount{text-align:end;font-variant-numeric:tabular-nums}
.sum{display:flex;justify-content:space-between;margin:0;padding-top:.75rem;border-top:1px solid color-mix(in srgb,var(--text) 24%,transparent)}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(10rem,100%),1fr));gap:1.5rem 1rem}
.cards a{display:block}
.frame{display:block;aspect-ratio:4/5;overflow:hidden;border-radius:.625rem;background:color-mix(in srgb,var(--text) 6%,transparent)}
img{display:block;width:100%;height:100%;object-fit:cover}
.name{display:block;margin-top:.625rem;font-weight:600;line-height:1.35}
.price{margin:.25rem 0 0}
.price small{display:block;font-size:.8125rem;line-height:1.4}
`
