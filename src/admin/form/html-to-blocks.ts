import { type InlinePart, isInlineHref, joinParts, writeInline } from '#contract/rules/inline-markup.ts'
import type { Block, Blocks } from './blocks-document.ts'

/** What pasted text had that blocks cannot hold. Tables are pasted as text. */
export type Refused = 'pictures' | 'tables'

/** What is read so far: blocks, and the text of the next one. */
type Output = { blocks: Blocks; refused: Set<Refused>; open: InlinePart[]; openList?: Block }

/** The blocks of pasted HTML, such as that of a word processor. Fonts, colours and other formatting are left out, text never. */
export function htmlToBlocks(
  root: Element,
  refused = new Set<Refused>(),
): Pick<Output, 'blocks' | 'refused'> {
  const output: Output = { blocks: [], refused, open: [] }
  readInside(output, root, {})
  close(output)
  return output
}

function close(output: Output, make: (text: string) => Block = (text) => ({ type: 'paragraph', text })) {
  const text = writeInline(joinParts(output.open))
  output.open = []
  if (text.trim() !== '') output.blocks.push(make(text))
}

function readInside(output: Output, element: Element, look: Look) {
  for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE)
      output.open.push({ text: spaced(child.textContent ?? ''), ...look })
    else if (child instanceof Element) read(output, child, look)
  }
}

function read(output: Output, element: Element, look: Look) {
  const name = element.tagName.toLowerCase()
  if (ignored.has(name)) return
  if (name === 'br') return close(output)
  if (pictures.has(name)) return void output.refused.add('pictures')
  if (!isBlock(name)) return readInside(output, element, lookOf(element, name, look))

  close(output)
  const own = ownPicture(element)
  if (own) output.blocks.push(own)
  else if (/^h[1-6]$/.test(name)) {
    readInside(output, element, {})
    const level = Math.min(4, Math.max(2, Number(name[1])))
    output.open = [{ text: plainOf(output.open) }]
    close(output, (text) =>
      text.length > 300 ? { type: 'paragraph', text } : { type: 'heading', level, text },
    )
  } else if (name === 'ul' || name === 'ol') readList(output, element, name === 'ol')
  else if (name === 'blockquote') readQuote(output, element)
  else if (name === 'tr') readRow(output, element)
  else if (wordItem(element)) readWordItem(output, element)
  else {
    if (name === 'table') output.refused.add('tables')
    readInside(output, element, look)
  }
  close(output)
}

function readList(output: Output, element: Element, ordered: boolean) {
  for (const item of element.children) {
    // Lists of lists become one: items of any depth follow each other.
    if (item.tagName === 'UL' || item.tagName === 'OL') readList(output, item, ordered)
    else {
      const { inner, nested } = withoutLists(item)
      addItem(output, inner, ordered)
      for (const list of nested) readList(output, list, ordered)
    }
  }
}

const textOf = ({ refused }: Output, element: Element) =>
  htmlToBlocks(element, refused).blocks.map(textOfBlock).join(' ')

function addItem(output: Output, inner: Element, ordered: boolean) {
  const text = textOf(output, inner)
  if (text.trim() === '') return
  const last = output.blocks.at(-1)
  if (last?.type === 'list' && last.ordered === ordered && last === output.openList) last.items.push(text)
  else {
    output.openList = { type: 'list', ordered, items: [text] }
    output.blocks.push(output.openList)
  }
}

function readQuote(output: Output, element: Element) {
  const copy = copyOf(element)
  const source = copy.querySelector('cite, footer')
  source?.remove()
  const text = textOf(output, copy)
  const cite = spaced(source?.textContent ?? '').trim()
  if (text || cite) output.blocks.push({ type: 'quote', text, cite })
}

function readRow(output: Output, element: Element) {
  const text = [...element.children]
    .map((cell) => textOf(output, cell))
    .filter(Boolean)
    .join(' | ')
  if (text) output.blocks.push({ type: 'paragraph', text })
}

/** Word writes items as paragraphs that begin with their sign. */
function readWordItem(output: Output, element: Element) {
  const copy = copyOf(element)
  const sign = [...copy.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)))
  const ordered = /^\s*\w{1,3}[.)]/.test(sign?.textContent ?? '')
  sign?.remove()
  addItem(output, copy, ordered)
}

/** The blocks of pasted plain text, one for each line. */
export const textToBlocks = (text: string): Blocks =>
  text
    .split(/\r\n|[\r\n]/)
    .filter((line) => line.trim() !== '')
    .map((line) => ({ type: 'paragraph', text: line }))

type Look = Omit<InlinePart, 'text'>

const spaced = (text: string) => text.replace(/[\s\u00a0]+/g, ' ')
const plainOf = (parts: readonly InlinePart[]) => parts.map(({ text }) => text).join('')

const ignored = new Set(['head', 'link', 'meta', 'noscript', 'script', 'style', 'template', 'title'])
const pictures = new Set(['audio', 'canvas', 'embed', 'iframe', 'img', 'object', 'picture', 'svg', 'video'])
const blockNames = new Set(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
const isBlock = (name: string) => blockNames.has(name)

/**
 * The HTML with its styles in another attribute: the policy refuses `style` in parsed documents too, and reports each to the console.
 */
export const withoutStyles = (html: string) =>
  html
    .replace(/<style\b[^<>]*>[\s\S]*?(?:<\/style>|$)/gi, '')
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ' data-style='))

const styleOf = (element: Element) => element.getAttribute('data-style') ?? ''

function lookOf(element: Element, name: string, look: Look): Look {
  const href = name === 'a' ? (element.getAttribute('href') ?? '') : ''
  if (isInlineHref(href)) return { href }
  if (look.href !== undefined) return look
  const [, weight = ''] = /(?:^|;)\s*font-weight:\s*(\w+)/i.exec(styleOf(element)) ?? []
  const isBold =
    weight === '' ? name === 'b' || name === 'strong' : weight === 'bold' || Number(weight) >= 600
  // Google Docs puts everything into a `b` of normal weight.
  if (weight !== '' && !isBold) return {}
  return isBold ? { isBold: true } : look
}

/** A picture that was copied in the editor: it is in the library. */
function ownPicture(element: Element): Block | undefined {
  if (!(element instanceof HTMLElement) || element.tagName !== 'FIGURE') return undefined
  const { path, alt = '', caption = '', url = '' } = element.dataset
  return path ? { type: 'image', image: { path, alt }, caption, url } : undefined
}

const wordItem = (element: Element) => /mso-list/i.test(styleOf(element))

const copyOf = <Of extends Element>(element: Of) => element.ownerDocument.importNode(element, true)

function withoutLists(item: Element) {
  const inner = copyOf(item)
  const nested = [...inner.querySelectorAll('ul, ol')].filter(
    (list) => !list.parentElement?.closest('ul, ol'),
  )
  for (const list of nested) list.remove()
  return { inner, nested }
}

function textOfBlock(block: Block): string {
  if (block.type === 'list') return block.items.join(' ')
  return block.type === 'image' ? '' : block.text
}

type Policy = { createHTML: (html: string) => string }
declare global {
  interface Window {
    trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy }
  }
}
let policy: Policy | undefined

/** Parsed into a document of its own, in which no script runs and nothing is loaded. */
export function readHtml(html: string): HTMLElement {
  policy ??= window.trustedTypes?.createPolicy('rich-text', { createHTML: (text) => text })
  return new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, 'text/html').body
}
