import { createStore } from 'zustand/vanilla'

export type AuthDialogRequest = {
  /** `login`: the shop's first login mode; `legacy`: by e-mail and password. */
  mode: 'login' | 'legacy' | 'register' | 'forgot'
  redirect: string | undefined
  after: (() => void) | undefined
}

/** The login dialog that the page requests. `AuthHolder` renders it, so that buttons do not import the dialog. */
export const authDialog = createStore<{ open: AuthDialogRequest | null }>(() => ({ open: null }))

type Options = {
  mode?: AuthDialogRequest['mode']
  /** Target after the login: a path of the shop, validated before navigation. */
  redirect?: string
  /** Runs as the logged-in customer: the action that the guest requested. */
  after?: () => void
}

/**
 * Opens the login dialog over the page and loads its code. Without a redirect the customer goes to the account, or stays on the
 * page when there is an action to run `after`. Spec §2 (login dialog), §4 (auth dialog).
 */
export const openLogin = ({ mode = 'login', redirect, after }: Options = {}) =>
  authDialog.setState({ open: { mode, redirect, after } })
