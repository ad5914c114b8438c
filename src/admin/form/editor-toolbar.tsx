import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { entryStyles as parts } from '../parts/entry-styles.ts'
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
      {error && (
        <p id={errorId} role="alert" className={css.linkError}>
          {error}
        </p>
      )}
    </div>
  )
}
