import type { ReactNode, RefObject, SubmitEvent } from 'react'
import { Callout } from '#ui/callout.tsx'
import { useAlive } from '#ui/use-alive.ts'
import css from './auth-form.module.css'

type Props = {
  /** State from `useAuthForm`. */
  form: {
    form: RefObject<HTMLFormElement | null>
    message: string | null
    submit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>
  }
  /** Text above the form: its purpose. */
  lead?: ReactNode
  /** Target of the form without JavaScript, with its hidden fields. */
  action?: string | undefined
  hidden?: Record<string, string | undefined>
  children: ReactNode
}

/**
 * The frame of all login forms. Shows a refusal that belongs to no field; without JavaScript the browser
 * validates and posts it.
 */
export function AuthForm({ form, lead, action, hidden = {}, children }: Props) {
  const isAlive = useAlive()
  return (
    <form
      ref={form.form}
      className={css.form}
      method="post"
      action={action}
      noValidate={isAlive}
      onSubmit={form.submit}
    >
      {lead && <p className={css.lead}>{lead}</p>}
      {form.message && <Callout tone="error" title={form.message} isAlert />}
      {Object.entries(hidden).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
    </form>
  )
}
