import { type AuthWish, authDialog } from './auth-dialog.ts'

type Options = {
  mode?: AuthWish['mode']
  /** Where to go afterwards: a path of the shop, checked again before it is gone to. */
  redirect?: string
  /** Done as the customer, as soon as there is one: what the guest had wished for. */
  after?: () => void
}

/**
 * Opens the login dialog over the page, whose code comes only then. Without a place to go to, whoever logs in comes to the
 * account, or stays when there is something to do `after`. Spec §2 (login dialog), §4 (auth dialog).
 */
export const openLogin = ({ mode = 'login', redirect, after }: Options = {}) =>
  authDialog.setState({ open: { mode, redirect, after } })
