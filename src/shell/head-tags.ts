import type { Storefront } from '#contract/storefront.ts'
import { noticeKey } from './notice-key.ts'

type Shell = { storefront: Storefront }

/** Theme, fonts and icons of the document: the storefront's settings as custom properties. Spec §3, storefront appearance. */
export function headTags({ storefront }: Shell, { nonce }: { nonce?: string | undefined }): string {
  return [
    `<meta name="theme-color" content="${attribute(themeColor(storefront))}">`,
    `<meta name="color-scheme" content="${storefront.color_scheme}">`,
    ...icons(storefront),
    ...preloads(storefront),
    `<style>${themeCss(storefront)}</style>`,
    noticeScript(storefront, nonce),
  ].join('')
}

const themeColor = ({ theme_colors }: Storefront) =>
  theme_colors.find(({ variable }) => variable === '--color-background')?.color ?? '#ffffff'

function icons({ favicon }: Storefront) {
  const link = (rel: string, href: string | null, more = '') =>
    href ? `<link rel="${rel}" href="${attribute(href)}"${more}>` : ''
  return [
    link('icon', favicon.svg, ' type="image/svg+xml"'),
    link('icon', favicon.ico, ' sizes="32x32"'),
    link('icon', favicon.png_192, ' type="image/png" sizes="192x192"'),
    link('apple-touch-icon', favicon.apple),
  ]
}

/** Only the fonts that every page's first words are set in: the first of each family. */
const preloads = ({ fonts }: Storefront) =>
  firstOfEach(fonts).map(
    ({ path }) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${attribute(path)}">`,
  )

const firstOfEach = (fonts: Storefront['fonts']) =>
  fonts.filter(({ family }, at) => fonts.findIndex((other) => other.family === family) === at)

function themeCss({
  theme_colors,
  text_colors,
  typography,
  fonts,
  radius,
  background,
  color_scheme,
}: Storefront) {
  const { body, heading } = typography
  const values = [
    ...[...theme_colors, ...text_colors].map(({ variable, color }) => `${name(variable)}:${value(color)}`),
    `--font-body:"${value(body.font_family)}",system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif`,
    `--font-heading:"${value(heading.font_family)}","Iowan Old Style","Palatino Linotype",Palatino,Georgia,serif`,
    `--heading-weight:${heading.font_weight}`,
    `--radius:${value(radius)}`,
  ]
  const picture =
    background.enabled && background.type === 'image' && background.image
      ? `body{background-image:url("${value(background.image.path)}")}`
      : ''
  return `${fonts.map(fontFace).join('')}:root{color-scheme:${color_scheme};${values.join(';')}}${picture}`
}

/** Latin Extended comes in a file of its own, for the rupee sign among others: fetched only where such a letter stands. */
function fontFace({ family, path, weight_range }: Storefront['fonts'][number]) {
  const range = path.includes('latin-ext')
    ? 'U+100-130,U+132-151,U+154-2BA,U+1E00-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113'
    : 'U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
  return `@font-face{font-family:"${value(family)}";src:url("${value(path)}")format("woff2");font-weight:${value(weight_range)};font-display:swap;unicode-range:${range}}`
}

/** A closed notice must not flash on a page that everybody shares: known before the first paint, from the cookie. */
function noticeScript(storefront: Storefront, nonce: string | undefined) {
  const { is_store_notice_enabled, store_notice_is_clearable, store_notice_message } = storefront
  if (!is_store_notice_enabled || !store_notice_is_clearable) return ''
  const cookie = `notice_closed=${noticeKey(store_notice_message)}`
  return `<script${nonce ? ` nonce="${nonce}"` : ''}>if(document.cookie.includes("${cookie}"))document.documentElement.dataset.notice="closed"</script>`
}

/** Settings are data: what could end a declaration, a rule or the element has no place in a value. */
const value = (text: string) => text.replace(/[;{}<>"\\\n]/g, '')
const name = (variable: string) => `--${variable.replace(/^-+/, '').replace(/[^\w-]/g, '')}`
const attribute = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
