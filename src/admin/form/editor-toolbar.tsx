import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { entryStyles as parts } from '../parts/styles.ts'
import css from './rich-text.module.css'

/** The frame of an editor, for those of other folders. */
export const editorStyles = { editor: css.editor, toolbar: css.toolbar, content: css.content }

type ToolProps = {
  label: string
  isOn?: boolean
  isDisabled?: boolean
  onPress: () => void
  children: ReactNode
}

/** A button of an editor's toolbar. With `isOn` it is a switch. */
export const Tool = ({ label, isOn, isDisabled, onPress, children }: ToolProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-pressed={isOn}
    aria-disabled={isDisabled || undefined}
    onClick={() => !isDisabled && onPress()}
  >
    {children}
  </button>
)

type TextToolsProps = {
  editor: Editor
  /** Texts with italics. */
  hasItalic?: boolean
  /** The node that quotes are, and how the selection becomes one. */
  quote: { node: string; toggle: () => void }
  onLink: () => void
}

/** The tools of every editor: marks, link, headings, lists and quotes. */
export function TextTools({ editor, hasItalic = false, quote, onLink }: TextToolsProps) {
  const active = useEditorState({
    editor,
    selector: () => ({
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      link: editor.isActive('link'),
      heading: [2, 3, 4].find((level) => editor.isActive('heading', { level })),
      bulletList: editor.isActive('bulletList'),
      orderedList: editor.isActive('orderedList'),
      quote: editor.isActive(quote.node),
    }),
  })
  const run = () => editor.chain().focus()
  return (
    <>
      <Tool label="Bold" isOn={active.bold} onPress={() => run().toggleMark('bold').run()}>
        <b>B</b>
      </Tool>
      {hasItalic && (
        <Tool label="Italic" isOn={active.italic} onPress={() => run().toggleMark('italic').run()}>
          <i>I</i>
        </Tool>
      )}
      <Tool label="Link" isOn={active.link} onPress={onLink}>
        Link
      </Tool>
      {([2, 3, 4] as const).map((level) => (
        <Tool
          key={level}
          label={`H${level} heading`}
          isOn={active.heading === level}
          onPress={() => run().toggleNode('heading', 'paragraph', { level }).run()}
        >
          H{level}
        </Tool>
      ))}
      <Tool
        label="Bulleted list"
        isOn={active.bulletList}
        onPress={() => run().toggleList('bulletList', 'listItem').run()}
      >
        •
      </Tool>
      <Tool
        label="1. Numbered list"
        isOn={active.orderedList}
        onPress={() => run().toggleList('orderedList', 'listItem').run()}
      >
        1.
      </Tool>
      <Tool label="Quote" isOn={active.quote} onPress={quote.toggle}>
        ”
      </Tool>
    </>
  )
}

type LinkProps = {
  href: string
  /** The message for an address that the text cannot hold. */
  errorOf?: (href: string) => string | undefined
  onApply: (href: string) => void
  onDone: () => void
}

/** The address of a link; an empty one removes it. Not a form element: the editor may be part of one, and forms do not nest. */
export function LinkForm({ href: initial, errorOf, onApply, onDone }: LinkProps) {
  const [href, setHref] = useState(initial)
  const [error, setError] = useState<string>()
  const errorId = useId()
  function apply(event?: KeyboardEvent) {
    event?.preventDefault()
    const address = href.trim()
    const refusal = address === '' ? undefined : errorOf?.(address)
    setError(refusal)
    if (refusal) return
    onApply(address)
    onDone()
  }
  return (
    <div className={css.link}>
      <input
        className={parts.input}
        aria-label="Address of the link"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error && errorId}
        placeholder="/page or https://…"
        value={href}
        // biome-ignore lint/a11y/noAutofocus: it opens where the user requested it
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
      {error && (
        <p id={errorId} role="alert" className={css.linkError}>
          {error}
        </p>
      )}
    </div>
  )
}
