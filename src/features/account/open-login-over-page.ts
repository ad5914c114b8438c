import { openLogin } from '#features/session/open-login.ts'

/**
 * A guest opened an account page: restores the current page's URL and opens the login dialog over it.
 * @param location the server's redirect: `/?login=1&redirect=…`
 */
export async function openLoginOverPage(location: string) {
  const request = new URL(location, window.location.origin).searchParams
  await navigation.back().finished?.catch(() => {})
  openLogin({ redirect: request.get('redirect') ?? '/account' })
}
