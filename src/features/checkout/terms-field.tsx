import type { Ref } from 'react'
import { CheckField } from '#ui/check-field.tsx'

type Props = {
  isAccepted: boolean
  error?: string | undefined
  /** Of the page with the terms. */
  slug: string | null
  onChange: (isAccepted: boolean) => void
  ref: Ref<HTMLInputElement>
}

/** Never ticked beforehand. The terms open beside the checkout, which stays as it is. */
export function TermsField({ isAccepted, error, slug, onChange, ref }: Props) {
  const terms = slug ? (
    <a href={`/${slug}`} target="_blank" rel="noopener">
      terms and conditions<span className="visually-hidden"> (opens in a new tab)</span>
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
