import { navigate } from '#pages/navigate.ts'

type Options = {
  mode?: 'login' | 'register' | 'forgot'
  /** Where to go afterwards: a path of the shop, checked again before it is gone to. */
  redirect?: string
  /** Done as the customer, as soon as there is one: what the guest had wished for. */
  after?: () => void
}

/** Opens the login dialog: by its address, until the dialog itself is here. */
export function openLogin({ mode = 'login', redirect }: Options = {}) {
  const query = new URLSearchParams({
    login: '1',
    ...(mode !== 'login' && { mode }),
    ...(redirect && { redirect }),
  })
  navigate(`/?${query}`)
}
