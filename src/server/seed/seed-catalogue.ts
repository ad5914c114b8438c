import type { Tx } from '../http/context.ts'
import type { DemoCatalogue, DemoCategory, DemoContent, DemoFiles, DemoImage } from './demo-files.ts'
import { slugOf } from './slug-of.ts'

/** Where the demo shop's pictures are inside the media folder. */
export const mediaPathOf = (file: string) => `kiln/${file}`

/** What the seeding of products needs to know of the rows made here. */
export type CatalogueIds = {
  /** By category slug. */
  category: Map<string, { id: number; path: string }>
  /** By attribute code, then by the value as the files write it. */
  value: Map<string, Map<string, { id: number; attribute_id: number }>>
  /** By file name. */
  image: Map<string, number>
}

/** Pictures, categories, brands, collections, labels, tags and attributes: all that products point at. */
export async function seedCatalogue(
  tx: Tx,
  { catalogue, content, images }: DemoFiles,
): Promise<CatalogueIds> {
  const category = await seedCategories(tx, catalogue.categories)
  await tx.insertInto('brands').values(catalogue.brands.map(columnsOfBrand)).execute()
  await tx
    .insertInto('collections')
    .values(
      catalogue.collections.map(({ id, name, slug, description, image, meta }, position) => ({
        ...{ id, name, slug, description, position, ...meta },
        image_path: mediaPathOf(image.path),
        image_alt: image.alt,
      })),
    )
    .execute()
  await tx
    .insertInto('labels')
    .values(catalogue.labels.map(({ text, ...label }) => ({ ...label, text_color: text })))
    .execute()
  await tx.insertInto('tags').values(catalogue.tags).execute()
  const value = await seedAttributes(tx, catalogue)
  const image = await seedImages(tx, images, alts(catalogue, content))
  return { category, value, image }
}

const columnsOfBrand = ({ id, name, slug, place, description }: DemoCatalogue['brands'][number]) => ({
  ...{ id, name, slug, place, description },
})

async function seedCategories(tx: Tx, roots: DemoCategory[]) {
  const ids: CatalogueIds['category'] = new Map()
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

/** Those that are chosen first, then the properties; values in the order of the files. */
async function seedAttributes(tx: Tx, { variable_attributes, attributes }: DemoCatalogue) {
  const all = [
    ...variable_attributes.map((attribute) => ({ ...attribute, isVariable: true })),
    ...attributes.map((attribute) => ({
      ...attribute,
      display: 'button' as const,
      values: attribute.values.map((value) => ({ value, hex: undefined })),
      isVariable: false,
    })),
  ]
  const ids: CatalogueIds['value'] = new Map()
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

/** What is seen in a picture is told wherever the files show it; the first telling counts. */
function alts(...told: (DemoCatalogue | DemoContent)[]): Map<string, string> {
  const found = new Map<string, string>()
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    if (isImage(value) && !found.has(value.path)) found.set(value.path, value.alt)
    for (const part of Object.values(value)) walk(part)
  }
  for (const file of told) walk(file)
  return found
}

const isImage = (value: object): value is DemoImage =>
  'path' in value && typeof value.path === 'string' && 'alt' in value && typeof value.alt === 'string'
