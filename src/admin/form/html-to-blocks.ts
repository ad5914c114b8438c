import { type InlinePart, isInlineHref, joinParts, writeInline } from '#contract/rules/inline-markup.ts'
import type { Block, Blocks } from './blocks-document.ts'

/** What pasted text had that blocks cannot hold. Tables are pasted as text. */
export type Refused = 'pictures' | 'tables'

/** The blocks of pasted HTML, such as that of a word processor. Fonts, colours and other formatting are left out, text never. */
export function htmlToBlocks(
  root: Element,
  refused = new Set<Refused>(),
): { blocks: Blocks; refused: Set<Refused> } {
  const blocks: Blocks = []
  let open: InlinePart[] = []
  let openList: Block | undefined

  function close(make: (text: string) => Block = (text) => ({ type: 'paragraph', text })) {
    const text = writeInline(joinParts(open))
    open = []
    if (text.trim() !== '') blocks.push(make(text))
  }

  function readInside(element: Element, look: Look) {
    for (const child of element.childNodes) read(child, look)
  }

  function read(node: Node, look: Look) {
    if (node.nodeType === TEXT) {
      open.push({ text: spaced(node.textContent ?? ''), ...look })
      return
    }
    if (node.nodeType !== ELEMENT) return
    const element = node as HTMLElement
    const name = element.tagName.toLowerCase()
    if (ignored.has(name)) return
    if (name === 'br') return close()
    if (pictures.has(name)) return void refused.add('pictures')
    if (!isBlock(name)) return readInside(element, lookOf(element, name, look))

    close()
    const own = ownPicture(element)
    if (own) blocks.push(own)
    else if (/^h[1-6]$/.test(name)) {
      readInside(element, {})
      const level = Math.min(4, Math.max(2, Number(name[1])))
      open = [{ text: plainOf(open) }]
      close((text) => (text.length > 300 ? { type: 'paragraph', text } : { type: 'heading', level, text }))
    } else if (name === 'ul' || name === 'ol') readList(element, name === 'ol')
    else if (name === 'blockquote') readQuote(element)
    else if (name === 'tr') readRow(element)
    else if (wordItem(element)) readWordItem(element)
    else {
      if (name === 'table') refused.add('tables')
      readInside(element, look)
    }
    close()
  }

  function readList(element: Element, ordered: boolean) {
    for (const item of element.children) {
      // Lists of lists become one: items of any depth follow each other.
      if (item.tagName === 'UL' || item.tagName === 'OL') readList(item, ordered)
      else {
        const { inner, nested } = withoutLists(item)
        addItem(inner, ordered)
        for (const list of nested) readList(list, ordered)
      }
    }
  }

  const textOf = (element: Element) => htmlToBlocks(element, refused).blocks.map(textOfBlock).join(' ')

  function addItem(inner: Element, ordered: boolean) {
    const text = textOf(inner)
    if (text.trim() === '') return
    const last = blocks.at(-1)
    if (last?.type === 'list' && last.ordered === ordered && last === openList) last.items.push(text)
    else {
      openList = { type: 'list', ordered, items: [text] }
      blocks.push(openList)
    }
  }
  function readQuote(element: Element) {
    const copy = copyOf(element)
    const source = copy.querySelector('cite, footer')
    source?.remove()
    const text = textOf(copy)
    const cite = spaced(source?.textContent ?? '').trim()
    if (text || cite) blocks.push({ type: 'quote', text, cite })
  }

  function readRow(element: Element) {
    const text = [...element.children].map(textOf).filter(Boolean).join(' | ')
    if (text) blocks.push({ type: 'paragraph', text })
  }

  /** Word writes items as paragraphs that begin with their sign. */
  function readWordItem(element: HTMLElement) {
    const copy = copyOf(element)
    const sign = [...copy.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)))
    const ordered = /^\s*\w{1,3}[.)]/.test(sign?.textContent ?? '')
    sign?.remove()
    addItem(copy, ordered)
  }

  readInside(root, {})
  close()
  return { blocks, refused }
}

/** The blocks of pasted plain text, one for each line. */
export const textToBlocks = (text: string): Blocks =>
  text
    .split(/\r\n|[\r\n]/)
    .filter((line) => line.trim() !== '')
    .map((line) => ({ type: 'paragraph', text: line }))

type Look = Omit<InlinePart, 'text'>

const ELEMENT = 1
const TEXT = 3

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

function lookOf(element: HTMLElement, name: string, look: Look): Look {
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
function ownPicture(element: HTMLElement): Block | undefined {
  const { path, alt = '', caption = '', url = '' } = element.dataset
  return element.tagName === 'FIGURE' && path
    ? { type: 'image', image: { path, alt }, caption, url }
    : undefined
}

const wordItem = (element: HTMLElement) => /mso-list/i.test(styleOf(element))

/** `cloneNode` is typed as any node. */
const copyOf = <Of extends Element>(element: Of) => element.cloneNode(true) as Of

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
