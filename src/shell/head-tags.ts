import { choicesFor, hasOptional, preferencesCookie } from '#contract/cookie-preferences.ts'
import * as limits from '#contract/limits.ts'
import { CORE_RANGES, fontFiles } from '#contract/rules/core-fonts.ts'
import { familiesOf, loadedFaces } from '#contract/rules/font-css.ts'
import type { Storefront } from '#contract/storefront.ts'
import { noticeKey } from './notice-bar.tsx'
import { themeColors, themeCss, themeScheme, usedFonts } from './theme-css.ts'

/** Custom CSS could read what is typed into a form: security §11 keeps it off this page. */
const PAYMENT_PATH = '/checkout/payment'

type Shell = { storefront: Storefront; headSlots?: string }

/** The tags that follow from the storefront alone, cached with it: pages for everyone share one object until the shop changes. ADR 0023. */
type StorefrontTags = { icons: string; fonts: string; previewFonts: string; theme: string }

const tagsOfStorefronts = new WeakMap<Storefront, StorefrontTags>()

function tagsOf(storefront: Storefront): StorefrontTags {
  const known = tagsOfStorefronts.get(storefront)
  if (known) return known
  const tags = {
    icons: [...schemeTags(storefront), ...icons(storefront)].join(''),
    fonts: fontTags(storefront),
    previewFonts: `<style>${loadedFaces(storefront)}</style>`,
    theme: `<style>${themeCss(storefront)}</style>`,
  }
  tagsOfStorefronts.set(storefront, tags)
  return tags
}

/** Theme, fonts and icons of the document: the storefront's settings as custom properties. Spec §3, storefront appearance. */
export function headTags(
  { storefront, headSlots = '' }: Shell,
  { nonce, path, mode }: { nonce?: string | undefined; path: string; mode: string },
): string {
  const { icons, fonts, previewFonts, theme } = tagsOf(storefront)
  return [
    icons,
    // Staff see a page of the editor in its fonts at once.
    mode === 'preview' ? previewFonts : fonts + (fonts && fontScript(nonce)),
    theme,
    customCss(storefront, { nonce, path }),
    noticeScript(storefront, nonce),
    // The banner would cover the page that is edited.
    mode === 'preview' ? '' : cookieScript(storefront, nonce),
    headSlots,
  ].join('')
}

/** The scheme of what the browser draws before the styles are read, and the color of its bars. */
function schemeTags(storefront: Storefront) {
  const light = themeColors(storefront).get('--color-background') ?? '#ffffff'
  const { name, colors } = themeScheme(storefront)
  const dark = colors?.get('--color-background') ?? light
  const bar = (color: string, media = '') =>
    `<meta name="theme-color" content="${attribute(color)}"${media && ` media="(prefers-color-scheme:${media})"`}>`
  return [
    ...(name === 'light dark' ? [bar(light, 'light'), bar(dark, 'dark')] : [bar(dark)]),
    `<meta name="color-scheme" content="${name}">`,
  ]
}

function icons({ favicon }: Storefront) {
  const link = (rel: string, href: string | null, more = '') =>
    href ? `<link rel="${rel}" href="${attribute(href)}"${more}>` : ''
  return [
    link('icon', favicon.svg, ' type="image/svg+xml"'),
    link('icon', favicon.ico, ' sizes="32x32"'),
    link('icon', favicon.png_32, ' type="image/png" sizes="32x32"'),
    link('icon', favicon.png_192, ' type="image/png" sizes="192x192"'),
    link('apple-touch-icon', favicon.apple),
    // With cookies, as the channel may be chosen by one. Browsers request it after the page has loaded.
    link('manifest', '/manifest.webmanifest', ' crossorigin="use-credentials"'),
  ]
}

/**
 * Font rules that are loaded from the paint of the largest picture on (`data-late`, `startScript`): until then the picture has the network to
 * itself, and the text is in the system font of `fallbackFaces`, which has the same measures. Without scripts they apply at once.
 * The value names the files of the first text: the first of each used family and that of the currency's sign. ADR 0020.
 */
function fontTags(storefront: Storefront): string {
  const faces = loadedFaces(storefront)
  const first = firstOfEach(usedFonts(storefront)).map(
    (font) => fontFiles(font, storefront.typography)[0]?.[0] ?? font.path,
  )
  const files = [...first, ...currencyFiles(storefront)].join(' ')
  return faces && `<style data-late="${attribute(files)}" media="(scripting:none)">${faces}</style>`
}

/**
 * Requests the files of the first text and applies the rules when all of them are there, so that the page is laid out once: when
 * `startScript` calls `self.late`, or at once where an earlier page has requested the same files. Then the rules apply before the first paint.
 */
const fontScript = (nonce: string | undefined) =>
  `<script${nonce ? ` nonce="${nonce}"` : ''}>(d=>{let e=d.currentScript.previousSibling,f=e.dataset.late,g=self.late=()=>e.media&&Promise.all(f.split(" ").map(href=>new Promise(r=>d.head.append(Object.assign(d.createElement("link"),{rel:"preload",as:"font",crossOrigin:"",href,onload:r,onerror:r}))))).then(()=>{e.media="";try{localStorage.late=f}catch{}});try{if(localStorage.late==f)g(),e.media=""}catch{}})(document)</script>`

/** The file with the currency's sign, where the text font does not have it. */
function currencyFiles({ channel: { currency }, fonts, typography }: Storefront): string[] {
  if (!/[\u20a0-\u20ab\u20ad-\u20c0]/.test(currency.symbol)) return []
  const families = familiesOf(typography.body.font_family)
  const files = fonts
    .filter(({ family }) => families.includes(family))
    .flatMap((font) => fontFiles(font, typography))
  return files.flatMap(([path, range]) => (range === CORE_RANGES.currency ? [path] : [])).slice(0, 1)
}

const firstOfEach = (fonts: Storefront['fonts']) =>
  fonts.filter(({ family }, at) => fonts.findIndex((other) => other.family === family) === at)

/**
 * The merchant's own CSS, in a style element of its own that is disabled on the payment page, also after a soft navigation. The
 * server has checked it; a backslash keeps its texts from ending the element or looking like one.
 */
function customCss({ custom_css }: Storefront, { nonce, path }: { nonce: string | undefined; path: string }) {
  if (!custom_css) return ''
  const media = path === PAYMENT_PATH ? ' media="not all"' : ''
  return `<style id="custom-css"${media}>${custom_css.replace(/<(?=\/|style)/gi, '<\\')}</style><script${nonce ? ` nonce="${nonce}"` : ''}>window.navigation?.addEventListener("currententrychange",()=>{document.getElementById("custom-css").media=location.pathname==="${PAYMENT_PATH}"?"not all":""})</script>`
}

/**
 * Hides a closed notice before the first paint, using the cookie, because the page's HTML is shared by all
 * visitors.
 */
function noticeScript(storefront: Storefront, nonce: string | undefined) {
  const { is_store_notice_enabled, store_notice_is_clearable, store_notice_message } = storefront
  if (!is_store_notice_enabled || !store_notice_is_clearable || !store_notice_message) return ''
  const cookie = `notice_closed=${noticeKey(store_notice_message)}`
  return `<script${nonce ? ` nonce="${nonce}"` : ''}>if(document.cookie.includes("${cookie}"))document.documentElement.dataset.notice="closed"</script>`
}

/**
 * Shows the cookie banner before the first paint when a choice is missing, unless the browser declines for the visitor (Global Privacy
 * Control). Without scripts the stylesheet does, which the server answers for the visitor. The first press
 * of a cookie button before its code has loaded is held for `CookieControls`; a second one posts the form. ADR 0028.
 */
function cookieScript({ is_cookie_warning_enabled, cookies }: Storefront, nonce: string | undefined) {
  if (!is_cookie_warning_enabled) return ''
  // The cookie is read as it is written (`save-preferences.ts`, `save-cookies.ts`): decoding it here would take more bytes of every page.
  const entries = cookies.map(
    ({ id }) => `d.cookie.includes(${JSON.stringify(encodeURIComponent(`"id":${JSON.stringify(id)}`))})`,
  )
  const asksConsent = hasOptional(cookies)
  const ask = `if(!(${['navigator.globalPrivacyControl', entries.join('&&') || 'true'].join('||')}))d.documentElement.dataset.cookies="ask";`
  // The choice is stored at once, whatever becomes of the page before its code has told the server.
  const written = (isAccepted: boolean) =>
    `"${preferencesCookie}=${encodeURIComponent(JSON.stringify(choicesFor(cookies, () => isAccepted)))}"`
  const keep = `let v=e.submitter?.value,c={accept:${written(true)},decline:${written(false)}}[v];if(c){d.cookie=c+";path=/;max-age=${limits.cookiePreferencesMaxAgeSeconds};samesite=lax";delete d.documentElement.dataset.cookies}`
  return `<script${nonce ? ` nonce="${nonce}"` : ''}>(d=>{${asksConsent ? ask : ''}addEventListener("submit",e=>{if("cookieForm"in e.target.dataset&&!e.defaultPrevented&&!self.heldCookieForm){e.preventDefault();${asksConsent ? keep : ''}self.heldCookieForm=[e.target,e.submitter?.value]}})})(document)</script>${asksConsent ? '<noscript><link rel="stylesheet" href="/cookie-banner.css"></noscript>' : ''}`
}

const attribute = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
