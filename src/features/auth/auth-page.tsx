import type { ReactNode } from 'react'
import type { Account } from '#contract/account.ts'
import { targetOf } from '#contract/rules/redirect-target.ts'
import { navigate } from '#pages/navigate.ts'
import { Callout } from '#ui/callout.tsx'
import css from './auth-page.module.css'
import { enterSession } from './session.ts'

type Props = { title: string; notice: string | undefined; children: ReactNode }

/** The frame of the forms as pages. */
export function AuthPage({ title, notice, children }: Props) {
  return (
    <div className={`wide ${css.page}`}>
      <div className={css.card}>
        <h1 className={css.title}>{title}</h1>
        {notice && (
          <div className={css.notice}>
            <Callout tone="success" title={notice} isAlert />
          </div>
        )}
        {children}
      </div>
    </div>
  )
}

/** Starts the session after a login on a page and opens the page that the customer requested. */
export function goOnAs(user: Account, redirect: string | undefined, event?: 'sign_up') {
  enterSession(user, event)
  navigate(targetOf(redirect), { replace: true })
}
