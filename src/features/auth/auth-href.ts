/** The page of a form, for browsers without scripts and for new tabs: `/login?mode=legacy&redirect=%2Fcart`. */
export function authHref(
  path: '/login' | '/register' | '/forgot-password',
  query: Record<string, string | undefined>,
) {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const text = new URLSearchParams(given).toString()
  return text ? `${path}?${text}` : path
}

/** Pages that are forms of their own: nothing opens over them. */
export const isAuthPage = (pathname: string) => /^\/(login|register|forgot-password)\/?$/.test(pathname)
