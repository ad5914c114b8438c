import { navigate } from '#pages/navigate.ts'

type Options = {
  mode?: 'login' | 'register' | 'forgot'
  /** Where to go afterwards: a path of the shop. */
  redirect?: string
  /** Done as the customer, as soon as there is one: what the guest had wished for. */
  after?: () => void
}

/** Leads to the login. Stands in for the dialog until that is there (spec §2, login dialog). */
export const openLogin = ({ redirect }: Options = {}) =>
  navigate(`/?login=1${redirect ? `&redirect=${encodeURIComponent(redirect)}` : ''}`)
