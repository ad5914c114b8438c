import { Slice } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { type Editor, EditorContent, Extension, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useRef, useState } from 'react'
import { StoredBlocks } from '#contract/admin/content/blog-posts.ts'
import { isInlineHref } from '#contract/rules/inline-markup.ts'
import { baseOptions } from './blocks-base.ts'
import { type Blocks, blocksToDocument, documentToBlocks, withoutBlanks } from './blocks-document.ts'
import css from './blocks-editor.module.css'
import { blockNodes, picture, toggleQuote } from './blocks-nodes.ts'
import { editorStyles, LinkForm, TextTools, Tool } from './editor-toolbar.tsx'
import { useFormServices } from './form-services.ts'
import { htmlToBlocks, type Refused, readHtml, textToBlocks, withoutStyles } from './html-to-blocks.ts'
import { pictureView } from './picture-view.tsx'

type Props = {
  id: string
  label: string
  value: Blocks
  isReadOnly: boolean
  describedBy?: string | undefined
  /** The blocks that the server refused. */
  invalid: readonly number[]
  onChange: (blocks: Blocks) => void
}

/** Stored blocks as one document, written like in a word processor. ADR 0047. */
export default function BlocksEditor(props: Props) {
  const { id, label, value, isReadOnly, describedBy, invalid, onChange } = props
  const lastValue = useRef(JSON.stringify(value))
  const [isLinking, setIsLinking] = useState(false)
  const [notice, setNotice] = useState<string>()
  const editor = useEditor({
    extensions: [
      StarterKit.configure(baseOptions),
      ...blockNodes,
      picture.extend({ addNodeView: () => pictureView }),
      Extension.create({
        name: 'blocks',
        addKeyboardShortcuts: () => ({
          'Mod-k': () => {
            setIsLinking(true)
            return true
          },
        }),
        addProseMirrorPlugins: () => [invalidBlocks],
      }),
    ],
    injectCSS: false,
    editable: !isReadOnly,
    content: contentOf(value),
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(describedBy && { 'aria-describedby': describedBy }),
      },
      // Before ProseMirror parses it: the policy would report each style of a word processor.
      handleDOMEvents: {
        paste(view, event) {
          if (event.target instanceof HTMLInputElement) return false
          event.preventDefault()
          setNotice(paste(view, event))
          return true
        },
      },
    },
    onUpdate({ editor: changed }) {
      const blocks = withoutBlanks(documentToBlocks(changed.getJSON()))
      lastValue.current = JSON.stringify(blocks)
      onChange(blocks)
    },
    onBlur({ editor: left, event }) {
      const to = event.relatedTarget instanceof Node ? event.relatedTarget : null
      if (!left.view.dom.closest('[data-blocks-editor]')?.contains(to)) showAsStored(left)
    },
  })

  // Another value came from outside, such as the saved one.
  useEffect(() => {
    if (!editor || JSON.stringify(value) === lastValue.current) return
    lastValue.current = JSON.stringify(value)
    editor.commands.setContent(contentOf(value), { emitUpdate: false })
  }, [editor, value])
  useInvalidMarks(editor, invalid)

  return (
    <div className={`${editorStyles.editor} ${css.editor}`} data-blocks-editor="">
      {editor && !isReadOnly && (
        <div className={css.bar}>
          <Toolbar editor={editor} label={label} onLink={() => setIsLinking(!isLinking)} />
          {isLinking && <BlockLink editor={editor} onDone={() => setIsLinking(false)} />}
          <p role="status" className={css.notice}>
            {notice}
          </p>
        </div>
      )}
      <EditorContent editor={editor} className={`${editorStyles.content} ${css.content}`} />
    </div>
  )
}

/** The editor needs a paragraph to type into. */
const contentOf = (blocks: Blocks) =>
  blocks.length > 0 ? blocksToDocument(blocks) : { type: 'doc', content: [{ type: 'paragraph' }] }

/** Typed signs such as `**` that the shop shows as marks become marks here too. */
function showAsStored(editor: Editor) {
  const blocks = documentToBlocks(editor.getJSON())
  const stored = blocksToDocument(blocks)
  if (blocks.length === 0 || JSON.stringify(stored) === JSON.stringify(editor.getJSON())) return
  editor.commands.setContent(stored, { emitUpdate: false })
}

function BlockLink({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  function apply(href: string) {
    const chain = editor.chain().focus().extendMarkRange('link')
    if (href === '') chain.unsetMark('link').run()
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setMark('link', { href }).run()
  }
  return (
    <LinkForm
      href={String(editor.getAttributes('link').href ?? '')}
      errorOf={(href) =>
        isInlineHref(href) ? undefined : 'Please enter an address that starts with /, https:// or mailto:'
      }
      onApply={apply}
      onDone={() => {
        onDone()
        editor.commands.focus()
      }}
    />
  )
}

type ToolbarProps = { editor: Editor; label: string; onLink: () => void }

function Toolbar({ editor, label, onLink }: ToolbarProps) {
  const { chooseImage } = useFormServices()
  const history = useEditorState({
    editor,
    selector: () => ({ canUndo: editor.can().undo(), canRedo: editor.can().redo() }),
  })
  const run = () => editor.chain().focus()

  async function addPicture() {
    const chosen = await chooseImage?.()
    if (!chosen) return
    const attrs = { path: chosen.path, alt: chosen.alt ?? '' }
    run()
      .insertContent([{ type: 'picture', attrs }, { type: 'paragraph' }])
      .run()
  }

  return (
    <div className={`${editorStyles.toolbar} ${css.toolbar}`} role="toolbar" aria-label={`Format ${label}`}>
      <TextTools
        editor={editor}
        quote={{
          node: 'quote',
          toggle: () => run().liftListItem('listItem').command(toggleQuote).run(),
        }}
        onLink={onLink}
      />
      {chooseImage && (
        <Tool label="Picture" onPress={() => void addPicture()}>
          Picture
        </Tool>
      )}
      <span className={css.history}>
        <Tool label="Undo" isDisabled={!history.canUndo} onPress={() => run().undo().run()}>
          ↶
        </Tool>
        <Tool label="Redo" isDisabled={!history.canRedo} onPress={() => run().redo().run()}>
          ↷
        </Tool>
      </span>
    </div>
  )
}

const refusals: Record<Refused, string> = {
  pictures: 'Pictures were not pasted: add them with “Picture”.',
  tables: 'Tables were pasted as lines of text.',
}

/** Pasted text becomes blocks. @returns a message that names what they cannot hold. */
function paste(view: EditorView, { clipboardData }: ClipboardEvent): string | undefined {
  const html = clipboardData?.getData('text/html') ?? ''
  const { blocks, refused } = html
    ? htmlToBlocks(readHtml(withoutStyles(html)))
    : { blocks: textToBlocks(clipboardData?.getData('text/plain') ?? ''), refused: new Set<Refused>() }
  if ((clipboardData?.files.length ?? 0) > 0 && blocks.length === 0) refused.add('pictures')
  const message = [...refused].map((one) => refusals[one]).join(' ') || undefined
  if (blocks.length === 0) return message
  if (!StoredBlocks.safeParse(blocks).success) return 'This text is too long to be pasted at once.'
  const { content } = view.state.schema.nodeFromJSON(blocksToDocument(blocks))
  // An open end continues the paragraph that is pasted into.
  const [first, last] = [blocks[0], blocks.at(-1)].map((block) => (block?.type === 'paragraph' ? 1 : 0))
  const slice = new Slice(content, first ?? 0, last ?? 0)
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true))
  return message
}

function useInvalidMarks(editor: Editor | null, invalid: readonly number[]) {
  const invalidList = invalid.join()
  useEffect(() => {
    if (!editor) return
    const blocks = invalidList === '' ? [] : invalidList.split(',').map(Number)
    editor.view.dispatch(editor.state.tr.setMeta(invalidBlocks, blocks))
  }, [editor, invalidList])
}

/** Marks the blocks whose positions are in its meta. */
const invalidKey = new PluginKey<DecorationSet>('invalid blocks')
const invalidBlocks: Plugin<DecorationSet> = new Plugin({
  key: invalidKey,
  state: {
    init: () => DecorationSet.empty,
    apply(tr, before) {
      const invalid: number[] | undefined = tr.getMeta(invalidBlocks)
      if (!invalid) return before.map(tr.mapping, tr.doc)
      const decorations: Decoration[] = []
      tr.doc.forEach((node, offset, at) => {
        if (invalid.includes(at))
          decorations.push(Decoration.node(offset, offset + node.nodeSize, { 'data-invalid': '' }))
      })
      return DecorationSet.create(tr.doc, decorations)
    },
  },
  props: { decorations: (state) => invalidKey.getState(state) },
})
