import { useRef, useState } from 'react'
import { useShop } from '#client/shop-context.ts'
import { useBackToClose } from '#client/use-back-to-close.ts'
import type { Account } from '#contract/account.ts'
import { targetOf } from '#contract/rules/redirect-target.ts'
import { DialogMessages } from '#features/session/dialog-messages.tsx'
import { type AuthDialogRequest, authDialog } from '#features/session/open-login.ts'
import { navigate, refresh } from '#pages/navigate.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useFocusOnFirstField } from '#ui/use-focus-on-first-field.ts'
import { type LoginMode, loginModeOf, type RegisterMode, registerModeOf, titleOf } from './auth-modes.ts'
import { LoginView } from './login-view.tsx'
import { RegisterView } from './register-view.tsx'
import { enterSession } from './session.ts'

type View = { what: 'login'; mode: LoginMode } | { what: 'register'; mode: RegisterMode }

/**
 * Login and registration in a dialog over the page, which does not change until the login succeeds. Spec §2
 * (auth and dialogs), §4.
 */
export function AuthDialogView({ request }: { request: AuthDialogRequest }) {
  const { settings } = useShop()
  const [view, setView] = useState<View>(() =>
    request.mode === 'register'
      ? { what: 'register', mode: registerModeOf(settings, null) }
      : { what: 'login', mode: loginModeOf(settings, request.mode) },
  )
  const dismiss = () => authDialog.setState({ open: null })
  const close = useBackToClose(dismiss)
  const body = useRef<HTMLDivElement>(null)
  const title = view.what === 'login' ? titleOf(view.mode) : 'Register'

  useFocusOnFirstField(body, `${view.what} ${view.mode}`)

  function completeLogin(user: Account, event?: 'sign_up') {
    enterSession(user, event)
    const here = location.pathname + location.search
    const target = targetOf(request.redirect, request.after ? here : undefined)
    request.after?.()
    if (target === here) {
      // The dialog's own history entry is removed first.
      addEventListener('popstate', () => setTimeout(refresh), { once: true })
      return close()
    }
    dismiss()
    // Replaces the dialog's own history entry.
    navigate(target, { replace: true })
  }

  return (
    <Dialog title={title} onClose={close}>
      <div ref={body}>
        {view.what === 'login' ? (
          <LoginView
            mode={view.mode}
            redirect={request.redirect}
            onMode={(mode) => setView({ what: 'login', mode })}
            onRegister={() => setView({ what: 'register', mode: registerModeOf(settings, view.mode) })}
            onSignedIn={(user) => completeLogin(user)}
          />
        ) : (
          <RegisterView
            mode={view.mode}
            redirect={request.redirect}
            onMode={(mode) => setView({ what: 'register', mode })}
            onLogin={() => setView({ what: 'login', mode: view.mode })}
            onSignedIn={(user) => completeLogin(user, 'sign_up')}
          />
        )}
        <p className="visually-hidden" role="status">
          {title}
        </p>
      </div>
      <DialogMessages />
    </Dialog>
  )
}
