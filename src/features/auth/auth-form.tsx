import type { ReactNode, RefObject, SubmitEvent } from 'react'
import { Callout } from '#ui/callout.tsx'
import { useAlive } from '#ui/use-alive.ts'
import css from './auth-form.module.css'

type Props = {
  /** What `useAuthForm` knows of it. */
  form: {
    form: RefObject<HTMLFormElement | null>
    message: string | null
    submit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>
  }
  /** Stands above everything: what it is for. */
  lead?: ReactNode
  /** Where it goes without scripts, and what goes along. */
  action?: string | undefined
  hidden?: Record<string, string | undefined>
  children: ReactNode
}

/** The frame of the forms of logging in. It says what was refused, unless that stands at a field; without scripts the browser checks and sends it. */
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
