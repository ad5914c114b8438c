import type { Tx } from '#server/platform/kernel/context.ts'
import { makeSlug } from '#server/platform/text/make-slug.ts'
import type { KnownCategory, References } from '../products/editing/references.ts'

/**
 * Finds the category of a path of names. A single name that is no top category also matches the only category
 * of that name further down, because files often contain just the leaf.
 */
export function findCategory({ categories }: References, path: readonly string[]): KnownCategory | undefined {
  let parent: KnownCategory | undefined
  for (const name of path) {
    const child = findChild(categories, parent?.id ?? null, name)
    if (!child) return path.length === 1 ? onlyOneNamed(categories, name) : undefined
    parent = child
  }
  return parent
}

const isSame = (category: KnownCategory, name: string) => category.name.toLowerCase() === name.toLowerCase()

const findChild = (categories: readonly KnownCategory[], parentId: number | null, name: string) =>
  categories.find((category) => category.parent_id === parentId && isSame(category, name))

function onlyOneNamed(categories: readonly KnownCategory[], name: string) {
  const named = categories.filter((category) => isSame(category, name))
  return named.length === 1 ? named[0] : undefined
}

/** Creates the missing part of the path. Returns the ids of new categories and of their parents. */
export async function createCategory(
  tx: Tx,
  references: References,
  path: readonly string[],
): Promise<number[]> {
  if (path.length === 0 || findCategory(references, path)) return []
  const { categories } = references
  const touched: number[] = []
  let parent: KnownCategory | undefined
  for (const name of path) {
    const known = findChild(categories, parent?.id ?? null, name)
    const category = known ?? (await insertCategory(tx, references, parent, name))
    if (!known) {
      categories.push(category)
      touched.push(category.id, ...(parent ? [parent.id] : []))
    }
    parent = category
  }
  return touched
}

function insertCategory(tx: Tx, { categories }: References, parent: KnownCategory | undefined, name: string) {
  const slug = freeSlug(categories, parent, name)
  const siblings = categories.filter(({ parent_id }) => parent_id === (parent?.id ?? null))
  return tx
    .insertInto('categories')
    .values({
      parent_id: parent?.id ?? null,
      name,
      slug,
      path: parent ? `${parent.path}/${slug}` : slug,
      position: siblings.length,
    })
    .returning(['id', 'parent_id', 'name', 'slug', 'path'])
    .executeTakeFirstOrThrow()
}

/** Slugs are unique in the whole tree: a second `Shirts`, under Women, becomes `women-shirts`. */
function freeSlug(categories: readonly KnownCategory[], parent: KnownCategory | undefined, name: string) {
  const isFree = (slug: string) => categories.every((category) => category.slug !== slug)
  const slug = makeSlug(name)
  if (isFree(slug)) return slug
  const longer = parent ? `${parent.slug}-${slug}` : slug
  for (let number = 2; ; number++) {
    const candidate = number === 2 && parent ? longer : `${longer}-${number}`
    if (isFree(candidate)) return candidate
  }
}
