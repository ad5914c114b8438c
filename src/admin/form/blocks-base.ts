import type { StarterKitOptions } from '@tiptap/starter-kit'

/** Of the kit only what has no content of its own: document, texts, history and cursors. */
export const baseOptions: Partial<StarterKitOptions> = {
  blockquote: false,
  bold: false,
  bulletList: false,
  code: false,
  codeBlock: false,
  hardBreak: false,
  heading: false,
  horizontalRule: false,
  italic: false,
  link: false,
  listItem: false,
  listKeymap: false,
  orderedList: false,
  paragraph: false,
  strike: false,
  trailingNode: false,
  underline: false,
}
