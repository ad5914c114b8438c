import type { Tx } from '#server/platform/kernel/context.ts'
import type { DemoCatalog, DemoCategory, DemoContent, DemoFiles, DemoImage } from './demo-files.ts'
import { slugOf } from './paragraphs-to-html.ts'

/** The path of a demo image in the media folder. */
export const mediaPathOf = (file: string) => `kiln/${file}`

/** Ids of the catalog rows that products refer to. */
export type CatalogIds = {
  /** By category slug. */
  category: Map<string, { id: number; path: string }>
  /** By attribute code, then by the value as in the files. */
  value: Map<string, Map<string, { id: number; attribute_id: number }>>
  /** By file name. */
  image: Map<string, number>
}

/** Seeds images, categories, brands, collections, labels, tags and attributes, which products refer to. */
export async function seedCatalog(tx: Tx, { catalog, content, images }: DemoFiles): Promise<CatalogIds> {
  const category = await seedCategories(tx, catalog.categories)
  await tx.insertInto('brands').values(catalog.brands.map(columnsOfBrand)).execute()
  await tx
    .insertInto('collections')
    .values(
      catalog.collections.map(({ id, name, slug, description, image, meta }, position) => ({
        ...{ id, name, slug, description, position, ...meta },
        image_path: mediaPathOf(image.path),
        image_alt: image.alt,
      })),
    )
    .execute()
  await tx
    .insertInto('labels')
    .values(catalog.labels.map(({ text, ...label }) => ({ ...label, text_color: text })))
    .execute()
  await tx.insertInto('tags').values(catalog.tags).execute()
  const value = await seedAttributes(tx, catalog)
  const image = await seedImages(tx, images, alts(catalog, content))
  return { category, value, image }
}

const columnsOfBrand = ({ id, name, slug, place, description }: DemoCatalog['brands'][number]) => ({
  ...{ id, name, slug, place, description },
})

async function seedCategories(tx: Tx, roots: DemoCategory[]) {
  const ids: CatalogIds['category'] = new Map()
  const insert = async (categories: DemoCategory[], parent: { id: number; path: string } | null) => {
    for (const { id, name, slug, description, position, image, meta, children } of categories) {
      const path = parent ? `${parent.path}/${slug}` : slug
      await tx
        .insertInto('categories')
        .values({
          ...{ id, name, slug, path, description, position, ...meta },
          parent_id: parent?.id ?? null,
          image_path: mediaPathOf(image.path),
          image_alt: image.alt,
        })
        .execute()
      ids.set(slug, { id, path })
      await insert(children, { id, path })
    }
  }
  await insert(roots, null)
  return ids
}

/** Variable attributes first, then properties; values in file order. */
async function seedAttributes(tx: Tx, { variable_attributes, attributes }: DemoCatalog) {
  const all = [
    ...variable_attributes.map((attribute) => ({ ...attribute, isVariable: true })),
    ...attributes.map((attribute) => ({
      ...attribute,
      display: 'button' as const,
      values: attribute.values.map((value) => ({ value, hex: undefined })),
      isVariable: false,
    })),
  ]
  const ids: CatalogIds['value'] = new Map()
  for (const [position, { slug, name, display, filterable, values, isVariable }] of all.entries()) {
    const attribute = await tx
      .insertInto('attributes')
      .values({
        ...{ code: slug, label: name, display, position },
        is_variable: isVariable,
        is_filterable: filterable,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = await tx
      .insertInto('attribute_values')
      .values(
        values.map(({ value, hex }, at) => ({
          ...{ attribute_id: attribute.id, value: slugOf(value), label: value, position: at },
          color: hex ?? null,
        })),
      )
      .returning(['id', 'label', 'attribute_id'])
      .execute()
    ids.set(slug, new Map(rows.map((row) => [row.label, row])))
  }
  return ids
}

async function seedImages(tx: Tx, measures: DemoFiles['images'], altOf: Map<string, string>) {
  const rows = await tx
    .insertInto('images')
    .values(
      Object.entries(measures).map(([file, measure]) => ({
        ...measure,
        path: mediaPathOf(file),
        alt: altOf.get(file) ?? '',
      })),
    )
    .returning(['id', 'path'])
    .execute()
  return new Map(rows.map(({ id, path }) => [path.slice(mediaPathOf('').length), id]))
}

/** Alt text is given wherever the files use an image; the first one counts. */
function alts(...sources: (DemoCatalog | DemoContent)[]): Map<string, string> {
  const found = new Map<string, string>()
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    if (isImage(value) && !found.has(value.path)) found.set(value.path, value.alt)
    for (const part of Object.values(value)) walk(part)
  }
  for (const file of sources) walk(file)
  return found
}

const isImage = (value: object): value is DemoImage =>
  'path' in value && typeof value.path === 'string' && 'alt' in value && typeof value.alt === 'string'
