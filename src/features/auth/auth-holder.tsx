import { type ComponentType, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { sessionStore, useSession } from '#client/session-store.ts'
import { showToast } from '#client/toasts.ts'
import { targetOf } from '#contract/rules/redirect-target.ts'
import { onBeforeNavigate } from '#pages/leave.ts'
import { navigate } from '#pages/navigate.ts'
import { usePage } from '#pages/use-page.ts'
import { type AuthWish, authDialog } from './auth-dialog.ts'
import { authHref, isAuthPage } from './auth-href.ts'
import { type LoginAddress, readLoginAddress } from './login-address.ts'
import { openLogin } from './open-login.ts'
import { startSession } from './session.ts'

/** Where the dialogs of logging in stand once they are wanted: their code is not part of the page. */
export function AuthHolder() {
  const wish = useStore(authDialog, (state) => state.open)
  const [View, setView] = useState<ComponentType<{ wish: AuthWish }>>()
  useEffect(() => void startSession(), [])
  useEffect(() => onBeforeNavigate(openInstead), [])
  useLoginAddress()

  useEffect(() => {
    if (!wish || View) return
    import('./auth-dialog-view.tsx').then(
      ({ AuthDialogView }) => setView(() => AuthDialogView),
      () => {
        authDialog.setState({ open: null })
        // A page load, which needs no code of ours.
        location.assign(authHref(pageOf(wish.mode), { redirect: wish.redirect }))
      },
    )
  }, [wish, View])

  return wish && View ? <View wish={wish} /> : null
}

const pageOf = (mode: AuthWish['mode']) =>
  mode === 'register' ? '/register' : mode === 'forgot' ? '/forgot-password' : '/login'

/** Links to the forms open them over the page; links to the account do so for guests. Decisions §3, guard `login`. */
function openInstead({ pathname, search }: URL): boolean {
  const { user, isKnown } = sessionStore.getState()
  const query = new URLSearchParams(search)
  if (isAuthPage(pathname)) {
    // From one of these pages to another one leads a link.
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

/** Set by the link of a mail: whoever has that is not logged in. */
const isResetPage = (pathname: string) => /^\/account\/reset-password\/./.test(pathname)

/** A guard has sent somebody here to log in first. The address is cleaned, so that neither a reload nor a bookmark asks again. */
function useLoginAddress() {
  const { url } = usePage()
  const isKnown = useSession((state) => state.isKnown)
  useEffect(() => {
    const asked = readLoginAddress(url)
    if (!asked || !isKnown) return
    history.replaceState(history.state, '', asked.clean)
    answer(asked)
  }, [url, isKnown])
}

function answer({ mode, redirect, notice }: LoginAddress) {
  if (notice) showToast('error', notice)
  if (sessionStore.getState().user) {
    if (redirect) navigate(targetOf(redirect), { replace: true })
  } else openLogin({ mode, ...(redirect && { redirect }) })
}
