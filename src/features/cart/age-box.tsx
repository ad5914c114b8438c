import { CheckField } from '#ui/check-field.tsx'

type Props = {
  /** To confirm; nothing without one. */
  age: number | null | undefined
  /** Id of the form that it belongs to, from outside. */
  form?: string
}

/** Confirms an age in a form without scripts; with them a dialog asks. ADR 0033. */
export const AgeBox = ({ age, form }: Props) =>
  age ? (
    <noscript>
      <CheckField form={form} name="confirmed_age" value={age} label={`I am ${age} or older`} />
    </noscript>
  ) : null
