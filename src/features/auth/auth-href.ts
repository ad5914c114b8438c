/** The URL of a form's page, without JavaScript and for new tabs: `/login?mode=legacy&redirect=%2Fcart`. */
export function authHref(
  path: '/login' | '/register' | '/forgot-password',
  query: Record<string, string | undefined>,
) {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const text = new URLSearchParams(given).toString()
  return text ? `${path}?${text}` : path
}

/** Pages with a login form of their own: no dialog opens over them. */
export const isAuthPage = (pathname: string) => /^\/(login|register|forgot-password)\/?$/.test(pathname)
