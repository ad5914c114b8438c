import { pageSlug } from '#contract/rules/page-slug.ts'

/**
 * What a call of templateBoth asks for. `slug` beside an `id` means that the id is the storefront's; without either the
 * path tells the slug; a slug without a path is a content page's. Decisions §4, notes.
 */
export function pageAddress({
  id,
  slug,
  path: asked,
  query,
}: {
  id?: string | undefined
  slug?: string | undefined
  path: string
  query: string
}) {
  const given = slug ?? id
  const [plain = ''] = asked.split(/[?#]/, 1)
  const path = plain === '/' && given ? `/${given}` : plain || '/'
  return { slug: given ?? pageSlug(path, query), path, query }
}
