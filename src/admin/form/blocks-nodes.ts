import { Fragment, type Node as ModelNode } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import {
  type CommandProps,
  type Editor,
  InputRule,
  Mark,
  markInputRule,
  Node,
  textblockTypeInputRule,
  wrappingInputRule,
} from '@tiptap/react'
import { isInlineHref } from '#contract/rules/inline-markup.ts'

/** The nodes and marks of `blocksToDocument`: exactly what stored blocks can hold. Line breaks of stored texts stay. */

const paragraph = Node.create({
  name: 'paragraph',
  priority: 1000,
  group: 'block',
  content: 'text*',
  whitespace: 'pre',
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: () => ['p', { dir: 'auto' }, 0],
  addKeyboardShortcuts() {
    return { 'Mod-Alt-0': () => this.editor.commands.setNode(this.name) }
  },
})

const levels = [2, 3, 4]

const heading = Node.create({
  name: 'heading',
  group: 'block',
  content: 'text*',
  // A heading is shown as it is stored, so that bold and links would be signs.
  marks: '',
  whitespace: 'pre',
  defining: true,
  addAttributes: () => ({ level: { default: 2, rendered: false } }),
  parseHTML: () => levels.map((level) => ({ tag: `h${level}`, attrs: { level } })),
  renderHTML: ({ node }) => [`h${node.attrs.level}`, { dir: 'auto' }, 0],
  addKeyboardShortcuts() {
    return Object.fromEntries(
      levels.map((level) => [
        `Mod-Alt-${level}`,
        () => this.editor.commands.toggleNode(this.name, 'paragraph', { level }),
      ]),
    )
  },
  addInputRules() {
    return levels.map((level) =>
      textblockTypeInputRule({
        find: new RegExp(`^#{${level}}\\s$`),
        type: this.type,
        getAttributes: { level },
      }),
    )
  },
})

const list = (name: string, tag: 'ul' | 'ol', rule: RegExp, key: string) =>
  Node.create({
    name,
    group: 'block list',
    // Stored lists may be empty.
    content: 'listItem*',
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, { dir: 'auto' }, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleList(name, 'listItem') }
    },
    addInputRules() {
      return [wrappingInputRule({ find: rule, type: this.type, joinPredicate: () => false })]
    },
  })

const listItem = Node.create({
  name: 'listItem',
  content: 'paragraph',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: () => ['li', 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Backspace: () => isAtStart(this.editor, 'paragraph') && this.editor.commands.liftListItem(this.name),
    }
  },
})

const quote = Node.create({
  name: 'quote',
  group: 'block',
  content: 'quoteText quoteCite',
  isolating: true,
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: () => ['blockquote', { dir: 'auto' }, 0],
  addInputRules() {
    return [
      new InputRule({
        find: /^>\s$/,
        handler: ({ range, chain }) => void chain().deleteRange(range).command(toggleQuote).run(),
      }),
    ]
  },
  addKeyboardShortcuts() {
    return { 'Mod-Shift-b': () => this.editor.commands.command(toggleQuote) }
  },
})

const quoteText = Node.create({
  name: 'quoteText',
  content: 'text*',
  whitespace: 'pre',
  parseHTML: () => [{ tag: 'p', context: 'quote/' }],
  renderHTML: () => ['p', 0],
  addKeyboardShortcuts() {
    return {
      Enter: () =>
        isIn(this.editor, this.name) && moveTo(this.editor, this.editor.state.selection.$to.after() + 1),
      Backspace: () => isAtStart(this.editor, this.name) && this.editor.commands.command(toggleQuote),
    }
  },
})

const quoteCite = Node.create({
  name: 'quoteCite',
  content: 'text*',
  marks: '',
  whitespace: 'pre',
  parseHTML: () => [{ tag: 'cite' }],
  renderHTML: () => ['cite', 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => isIn(this.editor, this.name) && this.editor.commands.command(addParagraphAfterQuote),
      Backspace: () =>
        isAtStart(this.editor, this.name) &&
        moveTo(this.editor, this.editor.state.selection.$from.before() - 1),
    }
  },
})

export const picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () =>
    Object.fromEntries(
      ['path', 'alt', 'caption', 'url'].map((name) => [
        name,
        {
          default: '',
          parseHTML: (element: HTMLElement) => element.getAttribute(`data-${name}`) ?? '',
          renderHTML: (attributes: Record<string, unknown>) => ({ [`data-${name}`]: attributes[name] }),
        },
      ]),
    ),
  parseHTML: () => [{ tag: 'figure[data-path]' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes],
})

const bold = Mark.create({
  name: 'bold',
  excludes: '_',
  parseHTML: () => [{ tag: 'b' }, { tag: 'strong' }],
  renderHTML: () => ['b', 0],
  addKeyboardShortcuts() {
    return { 'Mod-b': () => this.editor.commands.toggleMark(this.name) }
  },
  addInputRules() {
    return [markInputRule({ find: /(?:^|\s)(\*\*(?!\s)((?:[^*]+))\*\*)$/, type: this.type })]
  },
})

const link = Mark.create({
  name: 'link',
  excludes: '_',
  inclusive: false,
  addAttributes: () => ({ href: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => isInlineHref(element.getAttribute('href') ?? '') && null,
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', { ...HTMLAttributes, rel: 'noopener' }, 0],
  addInputRules() {
    return [
      new InputRule({
        find: /\[([^[\]]+)\]\(([^\s)[]+)\)$/,
        handler: ({ state, range, match: [, label = '', href = ''] }) => {
          if (!isInlineHref(href)) return null
          state.tr.replaceWith(range.from, range.to, state.schema.text(label, [this.type.create({ href })]))
          state.tr.removeStoredMark(this.type)
        },
      }),
    ]
  },
})

/** All but the document, texts and history. A view for pictures is added where there is a browser. */
export const blockNodes = [
  paragraph,
  heading,
  list('bulletList', 'ul', /^\s*([-+*])\s$/, 'Mod-Shift-8'),
  list('orderedList', 'ol', /^(1)[.)]\s$/, 'Mod-Shift-7'),
  listItem,
  quote,
  quoteText,
  quoteCite,
  bold,
  link,
]

/** Makes a quote of a paragraph or heading; of a quote its text and its source as paragraphs. */
export function toggleQuote({ state, tr, dispatch }: CommandProps): boolean {
  const { $from } = tr.selection
  const { nodes } = state.schema
  const { paragraph } = nodes
  const around = $from.depth > 0 ? $from.node(1) : undefined
  if (!around || !paragraph) return false
  const from = $from.before(1)
  const to = from + around.nodeSize
  if (around.type === nodes.quote) {
    const paragraphs: ModelNode[] = []
    around.forEach((part, _, at) => {
      if (at === 0 || part.content.size > 0) paragraphs.push(paragraph.create(null, part.content))
    })
    if (dispatch) tr.replaceWith(from, to, paragraphs)
  } else {
    if (!around.isTextblock || !nodes.quote || !nodes.quoteText || !nodes.quoteCite) return false
    const made = nodes.quote.create(null, [
      nodes.quoteText.create(null, around.content),
      nodes.quoteCite.create(),
    ])
    if (dispatch) tr.replaceWith(from, to, made)
  }
  const inside =
    from + (around.type === nodes.quote ? 1 : 2) + Math.min($from.parentOffset, around.content.size)
  if (dispatch) tr.setSelection(TextSelection.near(tr.doc.resolve(inside)))
  return true
}

function addParagraphAfterQuote({ state, tr, dispatch }: CommandProps): boolean {
  const after = tr.selection.$to.after(1)
  if (dispatch) {
    tr.insert(after, Fragment.from(state.schema.nodes.paragraph?.create()))
    tr.setSelection(TextSelection.near(tr.doc.resolve(after + 1))).scrollIntoView()
  }
  return true
}

const isIn = ({ state }: Editor, name: string) => state.selection.$from.parent.type.name === name

function isAtStart({ state }: Editor, name: string) {
  const { empty, $from } = state.selection
  return empty && $from.parentOffset === 0 && $from.parent.type.name === name
}

function moveTo(editor: Editor, position: number) {
  return editor.commands.setTextSelection(position)
}
