/** Says where a click came from and nothing about the page. */
const FOREIGN =
  /^(utm_|mtm_|pk_|hsa_|_hs)|^(gclid|gbraid|wbraid|dclid|gclsrc|fbclid|msclkid|ttclid|twclid|yclid|igshid|li_fat_id|mc_cid|mc_eid|_ga|_gl|srsltid|ref_src)$/i

/** More than any link or form of the shop has. */
const MAX_PARAMETERS = 24
const MAX_LENGTH = 2_000

/**
 * The address under which a page is rendered and kept: foreign parameters left out, the others in order, so that the
 * same page has one address. `isKeepable` is false for addresses that only a flood would send: render, do not keep.
 *
 * @param url path and query of a page, or of a payload, whose first parameter is the build and stays first.
 * @param known names of the parameters that the page looks at; without it, all count.
 */
export function pageKeyOf(
  url: string,
  { isPayload, known }: { isPayload: boolean; known?: readonly string[] },
): { url: string; isKeepable: boolean } {
  const isKeepable = url.length <= MAX_LENGTH
  const at = url.indexOf('?')
  if (at < 0) return { url, isKeepable }
  const parts = url.slice(at + 1).split('&')
  const build = isPayload ? parts.slice(0, 1) : []
  const own = parts.slice(build.length).filter((part) => isOwn(part, known))
  // By name only: the order of equal names may mean something.
  const sorted = own.map((part) => ({ part, name: nameOf(part) })).sort((a, b) => compare(a.name, b.name))
  const query = [...build, ...sorted.map(({ part }) => part)].join('&')
  return {
    url: query === '' ? url.slice(0, at) : `${url.slice(0, at)}?${query}`,
    isKeepable: isKeepable && own.length <= MAX_PARAMETERS,
  }
}

function isOwn(part: string, known: readonly string[] | undefined) {
  const name = nameOf(part)
  if (part === '' || FOREIGN.test(name)) return false
  return known === undefined || known.includes(name)
}

function nameOf(part: string) {
  const name = part.split('=', 1)[0] as string
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
