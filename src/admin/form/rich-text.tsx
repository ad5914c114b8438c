import { DOMParser as ModelParser } from '@tiptap/pm/model'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useRef, useState } from 'react'
import { LinkForm, Tool } from './editor-toolbar.tsx'
import { readHtml } from './read-html.ts'
import css from './rich-text.module.css'

type Props = {
  id: string
  label: string
  value: string
  isReadOnly?: boolean
  describedBy?: string | undefined
  onChange: (html: string) => void
  onBlur?: () => void
}

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    code: false,
    codeBlock: false,
    strike: false,
    underline: false,
    horizontalRule: false,
    link: { openOnClick: false, autolink: false, protocols: ['http', 'https', 'mailto', 'tel'] },
  }),
]

/** Text with headings, lists, quotes and links as HTML. The server cleans what it stores. */
export default function RichText({
  id,
  label,
  value,
  isReadOnly = false,
  describedBy,
  onChange,
  onBlur,
}: Props) {
  const lastHtml = useRef(value)
  const editor = useEditor({
    extensions,
    // A style element would need an exception from the policy.
    injectCSS: false,
    editable: !isReadOnly,
    // The default, an empty text, is parsed as HTML, which the policy refuses.
    content: { type: 'doc', content: [{ type: 'paragraph' }] },
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(describedBy && { 'aria-describedby': describedBy }),
      },
    },
    onCreate: ({ editor: created }) => setHtml(created, value),
    onUpdate: ({ editor: changed }) => {
      const html = changed.isEmpty ? '' : changed.getHTML()
      lastHtml.current = html
      onChange(html)
    },
    onBlur: () => onBlur?.(),
  })

  // Another value came from outside, such as an undone change.
  useEffect(() => {
    if (!editor || value === lastHtml.current) return
    lastHtml.current = value
    setHtml(editor, value)
  }, [editor, value])

  return (
    <div className={css.editor}>
      {editor && !isReadOnly && <Toolbar editor={editor} label={label} />}
      <EditorContent editor={editor} className={css.content} />
    </div>
  )
}

/** Replaces the content without an entry in the history, and without reporting a change. */
function setHtml(editor: Editor, html: string) {
  const content = ModelParser.fromSchema(editor.schema).parse(readHtml(html)).toJSON()
  editor.commands.setContent(content, { emitUpdate: false })
}

function Toolbar({ editor, label }: { editor: Editor; label: string }) {
  const [isLinking, setIsLinking] = useState(false)
  const active = useEditorState({
    editor,
    selector: () => readActive(editor),
  })
  const run = () => editor.chain().focus()
  return (
    <>
      <div className={css.toolbar} role="toolbar" aria-label={`Format ${label}`}>
        <Tool label="Bold" isOn={active.bold} onPress={() => run().toggleBold().run()}>
          <b>B</b>
        </Tool>
        <Tool label="Italic" isOn={active.italic} onPress={() => run().toggleItalic().run()}>
          <i>I</i>
        </Tool>
        <Tool label="Link" isOn={active.link} onPress={() => setIsLinking(!isLinking)}>
          Link
        </Tool>
        {([2, 3, 4] as const).map((level) => (
          <Tool
            key={level}
            label={`H${level} heading`}
            isOn={active.heading === level}
            onPress={() => run().toggleHeading({ level }).run()}
          >
            H{level}
          </Tool>
        ))}
        <Tool label="Bulleted list" isOn={active.bulletList} onPress={() => run().toggleBulletList().run()}>
          •
        </Tool>
        <Tool
          label="1. Numbered list"
          isOn={active.orderedList}
          onPress={() => run().toggleOrderedList().run()}
        >
          1.
        </Tool>
        <Tool label="Quote" isOn={active.quote} onPress={() => run().toggleBlockquote().run()}>
          ”
        </Tool>
      </div>
      {isLinking && (
        <LinkForm
          href={String(editor.getAttributes('link').href ?? '')}
          onApply={(href) => {
            const chain = run().extendMarkRange('link')
            if (href === '') chain.unsetLink().run()
            else chain.setLink({ href }).run()
          }}
          onDone={() => setIsLinking(false)}
        />
      )}
    </>
  )
}

const readActive = (editor: Editor) => ({
  bold: editor.isActive('bold'),
  italic: editor.isActive('italic'),
  link: editor.isActive('link'),
  heading: [2, 3, 4].find((level) => editor.isActive('heading', { level })),
  bulletList: editor.isActive('bulletList'),
  orderedList: editor.isActive('orderedList'),
  quote: editor.isActive('blockquote'),
})
