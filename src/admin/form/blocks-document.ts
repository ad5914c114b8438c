import type { z } from 'zod'
import type { StoredBlocks } from '#contract/admin/content/blog-posts.ts'
import { type InlinePart, joinParts, parseInline, writeInline } from '#contract/rules/inline-markup.ts'

export type Blocks = z.output<typeof StoredBlocks>
export type Block = Blocks[number]

/** A node of the editor's document, as ProseMirror's `toJSON` writes it. */
export type DocumentNode = {
  type?: string | undefined
  attrs?: Record<string, unknown> | undefined
  content?: DocumentNode[] | undefined
  marks?: { type: string; attrs?: Record<string, unknown> | undefined }[] | undefined
  text?: string | undefined
}

/** The document of stored blocks, one node for each. ADR 0047. */
export const blocksToDocument = (blocks: Blocks): DocumentNode => ({
  type: 'doc',
  content: blocks.map(nodeOf),
})

/** The blocks of a document, the opposite of `blocksToDocument`. */
export const documentToBlocks = ({ content = [] }: DocumentNode): Blocks => content.map(blockOf)

/** Without paragraphs, headings, items and quotes that have no text: pages show gaps for them. */
export const withoutBlanks = (blocks: Blocks): Blocks =>
  blocks.flatMap((block): Blocks => {
    if (block.type === 'list') {
      const items = block.items.filter((item) => item.trim() !== '')
      return items.length === 0 ? [] : [{ ...block, items }]
    }
    if (block.type === 'quote') return block.text.trim() || block.cite.trim() ? [block] : []
    return block.type === 'image' || block.text.trim() !== '' ? [block] : []
  })

function nodeOf(block: Block): DocumentNode {
  switch (block.type) {
    case 'paragraph':
      return paragraph(block.text)
    case 'heading':
      return { type: 'heading', attrs: { level: block.level }, ...plainContent(block.text) }
    case 'list':
      return {
        type: block.ordered ? 'orderedList' : 'bulletList',
        ...withContent(block.items.map((item) => ({ type: 'listItem', content: [paragraph(item)] }))),
      }
    case 'quote':
      return {
        type: 'quote',
        content: [
          { type: 'quoteText', ...markedContent(block.text) },
          { type: 'quoteCite', ...plainContent(block.cite) },
        ],
      }
    case 'image': {
      const { image, caption, url } = block
      return { type: 'picture', attrs: { path: image.path, alt: image.alt, caption, url } }
    }
  }
}

function blockOf({ type, attrs = {}, content = [] }: DocumentNode): Block {
  switch (type) {
    case 'heading':
      return { type: 'heading', level: Number(attrs.level), text: textOf(content) }
    case 'bulletList':
    case 'orderedList':
      return {
        type: 'list',
        ordered: type === 'orderedList',
        items: content.map((item) => textOf(item.content?.[0]?.content)),
      }
    case 'quote':
      return { type: 'quote', text: textOf(content[0]?.content), cite: textOf(content[1]?.content) }
    case 'picture':
      return {
        type: 'image',
        image: { path: String(attrs.path), alt: String(attrs.alt) },
        caption: String(attrs.caption),
        url: String(attrs.url),
      }
    default:
      return { type: 'paragraph', text: textOf(content) }
  }
}

const paragraph = (text: string): DocumentNode => ({ type: 'paragraph', ...markedContent(text) })

// ProseMirror writes no empty content and allows no empty text.
const withContent = (content: DocumentNode[]) => (content.length > 0 ? { content } : {})

const plainContent = (text: string) => withContent(text === '' ? [] : [{ type: 'text', text }])

function markedContent(text: string) {
  const parts = joinParts(parseInline(text))
  // Marks that touch, such as `**a****b**`, become one in the editor; such a text keeps its signs instead of changing.
  if (writeInline(parts) !== text) return plainContent(text)
  return withContent(
    parts.map(({ text: part, isBold, href }) => ({
      type: 'text',
      ...(isBold && { marks: [{ type: 'bold' }] }),
      ...(href !== undefined && { marks: [{ type: 'link', attrs: { href } }] }),
      text: part,
    })),
  )
}

const textOf = (content: DocumentNode[] = []): string =>
  writeInline(
    joinParts(
      content.map(({ text = '', marks = [] }): InlinePart => {
        const href = marks.find(({ type }) => type === 'link')?.attrs?.href
        if (typeof href === 'string') return { text, href }
        return marks.some(({ type }) => type === 'bold') ? { text, isBold: true } : { text }
      }),
    ),
  )
