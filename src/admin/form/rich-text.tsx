import { DOMParser as ModelParser } from '@tiptap/pm/model'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useRef, useState } from 'react'
import { LinkForm, TextTools } from './editor-toolbar.tsx'
import { readHtml } from './html-to-blocks.ts'
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
  const run = () => editor.chain().focus()
  return (
    <>
      <div className={css.toolbar} role="toolbar" aria-label={`Format ${label}`}>
        <TextTools
          editor={editor}
          hasItalic
          quote={{ node: 'blockquote', toggle: () => run().toggleBlockquote().run() }}
          onLink={() => setIsLinking(!isLinking)}
        />
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
