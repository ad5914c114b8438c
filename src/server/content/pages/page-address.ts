import { pageSlug } from '#contract/rules/page-slug.ts'

/**
 * Resolves the input of templateBoth. `slug` together with `id` means that the id is the storefront's; without
 * either, the path determines the slug; a slug without a path is a content page's. Decisions §4, notes.
 */
export function pageAddress({
  id,
  slug,
  path: requestedPath,
  query,
}: {
  id?: string | undefined
  slug?: string | undefined
  path: string
  query: string
}) {
  const given = slug ?? id
  const [plain = ''] = requestedPath.split(/[?#]/, 1)
  const path = plain === '/' && given ? `/${given}` : plain || '/'
  return { slug: given ?? pageSlug(path, query), path, query }
}
