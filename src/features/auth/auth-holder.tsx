import { type ComponentType, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { sessionStore, useSession } from '#client/session-store.ts'
import { showToast } from '#client/toasts.ts'
import { targetOf } from '#contract/rules/redirect-target.ts'
import { type AuthDialogRequest, authDialog, openLogin } from '#features/session/open-login.ts'
import { navigate } from '#pages/navigate.ts'
import { onBeforeNavigate } from '#pages/navigation-rules.ts'
import { usePage } from '#pages/use-page.ts'
import { authHref, isAuthPage } from './auth-href.ts'
import { type LoginAddress, readLoginAddress } from './login-address.ts'
import { startSession } from './session.ts'

/** Renders the login dialogs on demand, because their code is not part of the page. */
export function AuthHolder() {
  const request = useStore(authDialog, (state) => state.open)
  const [View, setView] = useState<ComponentType<{ request: AuthDialogRequest }>>()
  useEffect(() => void startSession(), [])
  useEffect(() => onBeforeNavigate(openInstead), [])
  useLoginAddress()

  useEffect(() => {
    if (!request || View) return
    import('./auth-dialog-view.tsx').then(
      ({ AuthDialogView }) => setView(() => AuthDialogView),
      () => {
        authDialog.setState({ open: null })
        // Falls back to a page load, which does not need the missing chunk.
        location.assign(authHref(pageOf(request.mode), { redirect: request.redirect }))
      },
    )
  }, [request, View])

  return request && View ? <View request={request} /> : null
}

const pageOf = (mode: AuthDialogRequest['mode']) =>
  mode === 'register' ? '/register' : mode === 'forgot' ? '/forgot-password' : '/login'

/**
 * Opens the dialog for links to the forms, and for links to the account if the visitor is a guest. Decisions
 * §3, guard `login`.
 */
function openInstead({ pathname, search }: URL): boolean {
  const { user, isKnown } = sessionStore.getState()
  const query = new URLSearchParams(search)
  if (isAuthPage(pathname)) {
    // From one of these pages to another a link navigates normally.
    if (isAuthPage(location.pathname) || !isKnown) return true
    const redirect = query.get('redirect') ?? undefined
    if (user) navigate(targetOf(redirect))
    else openLogin({ mode: modeOf(pathname), ...(redirect && { redirect }) })
    return false
  }
  if (!isKnown || user || !/^\/account(\/|$)/.test(pathname) || isResetPage(pathname)) return true
  openLogin({ redirect: pathname + search })
  return false
}

const modeOf = (pathname: string) =>
  pathname.startsWith('/login') ? 'login' : pathname.startsWith('/register') ? 'register' : 'forgot'

/** Opened from a mail's link, by a customer who is not logged in. */
const isResetPage = (pathname: string) => /^\/account\/reset-password\/./.test(pathname)

/**
 * A guard has redirected here for a login. The parameters are removed from the URL, so that a reload or a
 * bookmark does not ask again.
 */
function useLoginAddress() {
  const { url } = usePage()
  const isKnown = useSession((state) => state.isKnown)
  useEffect(() => {
    const loginAddress = readLoginAddress(url)
    if (!loginAddress || !isKnown) return
    history.replaceState(history.state, '', loginAddress.clean)
    answer(loginAddress)
  }, [url, isKnown])
}

function answer({ mode, redirect, notice }: LoginAddress) {
  if (notice) showToast('error', notice)
  if (sessionStore.getState().user) {
    if (redirect) navigate(targetOf(redirect), { replace: true })
  } else openLogin({ mode, ...(redirect && { redirect }) })
}
