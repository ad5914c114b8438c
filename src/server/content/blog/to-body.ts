import type { PostBlock } from '#contract/blog.ts'
import { type ImageRow, imageAt } from '#server/platform/media/to-image.ts'

/** A block as `blog_posts.body` stores it: images as `{ path, alt }`, headings without anchors. */
export type StoredBlock =
  | { type: 'paragraph'; text: string }
  | { type: 'heading'; level: number; text: string }
  | { type: 'list'; ordered?: boolean; items: string[] }
  | { type: 'quote'; text: string; cite?: string }
  | { type: 'image'; image: { path: string; alt?: string }; caption?: string; url?: string }

export const imagePathsOf = (body: readonly StoredBlock[]) =>
  body.flatMap((block) => (block.type === 'image' ? [block.image.path] : []))

/** The body in wire format. A block of a type that this release does not know is left out. */
export function toBody(body: readonly StoredBlock[], images: Map<string, ImageRow>): PostBlock[] {
  const anchors = new Set<string>()
  return body.flatMap((block): PostBlock[] => {
    switch (block.type) {
      case 'paragraph':
        return [{ type: 'paragraph', text: block.text }]
      case 'heading': {
        // The title is the page's only h1.
        const level = Math.min(4, Math.max(2, block.level))
        return [{ type: 'heading', level, text: block.text, id: uniqueAnchor(block.text, anchors) }]
      }
      case 'list':
        return [{ type: 'list', ordered: block.ordered ?? false, items: block.items }]
      case 'quote':
        return [{ type: 'quote', text: block.text, cite: block.cite ?? null }]
      case 'image': {
        const { path, alt } = block.image
        return [
          {
            type: 'image',
            image: imageAt(path, images, alt),
            caption: block.caption ?? null,
            url: block.url ?? null,
          },
        ]
      }
      default:
        return []
    }
  })
}

/**
 * `The first firing` becomes `h-the-first-firing`; letters of every script are preserved. The prefix keeps anchors apart from the ids of
 * the page.
 */
export function uniqueAnchor(text: string, taken: Set<string>): string {
  const words = text
    .toLowerCase()
    .normalize('NFC')
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  const name = ['h', ...(words ?? [])].join('-')
  let anchor = name
  for (let at = 2; taken.has(anchor); at++) anchor = `${name}-${at}`
  taken.add(anchor)
  return anchor
}
