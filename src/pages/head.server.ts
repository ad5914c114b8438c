import type { Meta } from './screen.ts'

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** JSON without `<`, so that no text in it can end the surrounding script element. */
export const escapeScript = (json: string) => json.replace(/</g, '\\u003c')

/** The head's tags for a page's meta: for search engines, link previews and the first paint. */
export function metaTags(meta: Meta) {
  const { title, description, robots, isPrivate, preload = [] } = meta
  return [
    `<title>${escapeHtml(title)}</title>`,
    named('description', description),
    named('robots', robots),
    ...(isPrivate ? [] : tagsForOthers(meta)),
    ...preload.map(imagePreload),
  ]
    .filter(Boolean)
    .join('')
}

/** Tags that only search engines and link previews read. */
const tagsForOthers = ({ title, description, canonical, feed, image, properties, jsonLd = [] }: Meta) => [
  canonical && `<link rel="canonical" href="${escapeHtml(canonical)}">`,
  feed &&
    `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(feed.title)}" href="${escapeHtml(feed.href)}">`,
  ...Object.entries({ 'og:type': 'website', ...properties }).map(([name, content]) =>
    property(name, content),
  ),
  property('og:title', title),
  property('og:description', description),
  property('og:url', canonical),
  property('og:image', image?.href),
  // Before they have loaded the picture, previews reserve its space by these.
  property('og:image:width', image?.width?.toString()),
  property('og:image:height', image?.height?.toString()),
  property('og:image:alt', image?.alt),
  image && named('twitter:card', 'summary_large_image'),
  ...jsonLd.map(
    (thing) => `<script type="application/ld+json">${escapeScript(JSON.stringify(thing))}</script>`,
  ),
]

const named = (name: string, content?: string) =>
  content && `<meta name="${name}" content="${escapeHtml(content)}">`

const property = (name: string, content?: string) =>
  content && `<meta property="${name}" content="${escapeHtml(content)}">`

function imagePreload({ href, imageSrcSet, imageSizes }: NonNullable<Meta['preload']>[number]) {
  const srcSet = imageSrcSet ? ` imagesrcset="${escapeHtml(imageSrcSet)}"` : ''
  const sizes = imageSizes ? ` imagesizes="${escapeHtml(imageSizes)}"` : ''
  return `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(href)}"${srcSet}${sizes}>`
}
