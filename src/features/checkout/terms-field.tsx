import type { MouseEvent, Ref } from 'react'
import { CheckField } from '#ui/check-field.tsx'

type Props = {
  isAccepted: boolean
  error?: string | undefined
  /** Slug of the terms page. */
  slug: string | null
  /** Shows the terms here; without it they open in a new tab. */
  onOpen: () => void
  onChange: (isAccepted: boolean) => void
  ref: Ref<HTMLInputElement>
}

/**
 * The consent box, never preselected. The terms open in a dialog over the checkout; the link leads to their
 * page too.
 */
export function TermsField({ isAccepted, error, slug, onOpen, onChange, ref }: Props) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen()
  }
  const terms = slug ? (
    <a href={`/${slug}`} target="_blank" rel="noopener" aria-haspopup="dialog" onClick={open}>
      terms and conditions
    </a>
  ) : (
    'terms and conditions'
  )
  return (
    <CheckField
      ref={ref}
      name="accept_tnc"
      required
      checked={isAccepted}
      error={error}
      label={<>I accept the {terms}</>}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
