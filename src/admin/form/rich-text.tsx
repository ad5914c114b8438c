import { DOMParser as ModelParser } from '@tiptap/pm/model'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { entryStyles as parts } from '../parts/entry-styles.ts'
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

type Policy = { createHTML: (html: string) => unknown }
let policy: Policy | undefined

/** Parsed into a document of its own, in which no script runs and nothing is loaded. */
function readHtml(html: string): HTMLElement {
  const { trustedTypes } = window as unknown as {
    trustedTypes?: { createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => Policy }
  }
  policy ??= trustedTypes?.createPolicy('rich-text', { createHTML: (text) => text })
  return new DOMParser().parseFromString((policy ? policy.createHTML(html) : html) as string, 'text/html')
    .body
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
      {isLinking && <LinkForm editor={editor} onDone={() => setIsLinking(false)} />}
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

type ToolProps = { label: string; isOn: boolean; onPress: () => void; children: ReactNode }

const Tool = ({ label, isOn, onPress, children }: ToolProps) => (
  <button type="button" aria-label={label} aria-pressed={isOn} onClick={onPress}>
    {children}
  </button>
)

/** Not a form element: the editor may be part of one, and forms do not nest. */
function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [href, setHref] = useState(String(editor.getAttributes('link').href ?? ''))
  function apply(event?: KeyboardEvent) {
    event?.preventDefault()
    const chain = editor.chain().focus().extendMarkRange('link')
    if (href.trim() === '') chain.unsetLink().run()
    else chain.setLink({ href: href.trim() }).run()
    onDone()
  }
  return (
    <div className={css.link}>
      <input
        className={parts.input}
        aria-label="Address of the link"
        placeholder="/page or https://…"
        value={href}
        // biome-ignore lint/a11y/noAutofocus: it opens where the user asked for it
        autoFocus
        onChange={({ target }) => setHref(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply(event)
          if (event.key === 'Escape') onDone()
        }}
      />
      <Button look="secondary" onClick={() => apply()}>
        Set link
      </Button>
    </div>
  )
}
