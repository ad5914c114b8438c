import { createRequire } from 'node:module'
import type { IOptions } from 'sanitize-html'

const require = createRequire(import.meta.url)

/** Loaded with the first text: the package has 80 modules, most of them for `style` attributes, and no start needs it. */
const sanitizeHtml = (html: string, options: IOptions): string => require('sanitize-html')(html, options)

const allowed: IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'small', 'mark', 'abbr', 'a', 'img'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    abbr: ['title'],
    ol: ['start'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'iframe',
    'template',
    'svg',
    'math',
    'title',
  ],
  transformTags: {
    // The page already has an h1.
    h1: 'h2',
    a: (tagName, { href = '', title }) => ({
      tagName,
      attribs: { ...(isLink(href) && { href, rel: 'noopener' }), ...(title && { title }) },
    }),
  },
  // The page's img-src allows only images of this shop (security §13).
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^\/media\/[^\\]*$/.test(attribs.src ?? ''),
}

/**
 * Matches the allowed schemes and internal paths; the library checks the schemes again after normalising the
 * URL.
 */
const isLink = (href: string) => /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i.test(href)

/**
 * Sanitises HTML from imports and editors: text, lists, tables, links to http(s), mailto and tel, images of
 * this shop's media. Plain text becomes paragraphs. Idempotent. Security §11.
 */
export const sanitiseHtml = (html: string): string =>
  sanitizeHtml(/<[a-z!/][^<>]*>/i.test(html) ? html : paragraphs(html), allowed)
    .replaceAll('\r\n', '\n')
    .trim()

/** The text of an HTML fragment, on one line. */
export const toPlainText = (html: string): string =>
  sanitizeHtml(html.replace(/<(br|\/p|\/li|\/h\d)[^<>]*>/gi, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()

function paragraphs(text: string) {
  const parts = text.trim().split(/\r?\n(?:[ \t]*\r?\n)+/)
  return parts
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${part.trim().replace(/\r?\n/g, '<br>')}</p>`)
    .join('\n')
}
