import { useEffect, useState } from 'react'
import css from './copy-button.module.css'

const SHOWN_FOR_MS = 2_000

/** Copies a text and confirms it. Not rendered where the browser has no clipboard access: the text can be selected. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [isAble, setIsAble] = useState(false)
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => setIsAble(Boolean(navigator.clipboard)), [])
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), SHOWN_FOR_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  if (!isAble) return null

  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      // Refused by the browser: the text can be selected.
      () => {},
    )
  return (
    <>
      <button
        type="button"
        className={css.copy}
        onClick={() => void copy()}
        aria-label={`Copy ${what} ${text}`}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </button>
      <span className="visually-hidden" role="status">
        {isCopied ? `The ${what} is copied` : ''}
      </span>
    </>
  )
}
