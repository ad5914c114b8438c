import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { showMessage } from './messages.tsx'

type Props = { text: string; label: string }

/** Puts a text on the clipboard, and says so for two seconds. */
export function CopyButton({ text, label }: Props) {
  const [isCopied, setCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      setTimeout(() => setCopied(false), 2_000)
    } catch {
      // No clipboard without https, or the browser refuses it: the text stays selectable.
      showMessage('Your browser does not allow copying. Select the text and copy it yourself.', 'bad')
    }
  }

  return (
    <Button look="secondary" onClick={() => void copy()}>
      {isCopied ? 'Copied' : label}
    </Button>
  )
}
