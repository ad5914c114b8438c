import { openLogin } from '#features/auth/open-login.ts'

/**
 * A guest asked for a page of customers: the page that still stands gets its address back, and the log-in dialog opens over it.
 * @param location where the server would have sent them: `/?login=1&redirect=…`
 */
export async function logInHere(location: string) {
  const wish = new URL(location, window.location.origin).searchParams
  await navigation.back().finished?.catch(() => {})
  openLogin({ redirect: wish.get('redirect') ?? '/account' })
}
