import { makeSlug } from '#server/platform/text/make-slug.ts'
import { type Columns, rowReader, tooManyCells } from './columns.ts'
import type { Grouping, RowGroup } from './dialect.ts'
import type { RowLocation } from './read-csv.ts'
import { type WooField, type WooReader, wooType } from './woo-columns.ts'

/**
 * Groups rows by parent, which variations name by `id:123` or SKU and may precede. The file has no slugs: they
 * derive from the name, plus SKU (or id) when two products have the same name.
 */
export function groupWooRows(columns: Columns<WooField>, width: number): Grouping {
  const groups = new Map<string, RowGroup>()
  const byReference = new Map<string, RowGroup>()
  const children: { parent: string; sku: string; location: RowLocation }[] = []

  const addProduct = (row: WooReader, location: RowLocation) => {
    const name = row.text('name') ?? ''
    const id = row.text('id') ?? ''
    const sku = row.text('sku') ?? ''
    if (name === '' && sku === '') return row.refuse('name', 'The row has no product name or SKU')
    const group: RowGroup = {
      slug: freeSlug(groups, name || sku, sku || id),
      isSlugGiven: false,
      locations: [location],
    }
    if ((sku !== '' && byReference.has(sku)) || groups.has(group.slug))
      return row.refuse(sku === '' ? 'name' : 'sku', `“${sku || name}” is already in the file`)
    groups.set(group.slug, group)
    if (sku !== '') byReference.set(sku, group)
    if (id !== '') byReference.set(`id:${id}`, group)
  }

  return {
    add(record, location, problems) {
      const row = rowReader(columns, record, problems)
      if (record.cells.length > width) return row.refuse(undefined, tooManyCells(record, width))
      const type = wooType(row)
      if (type === 'simple' || type === 'variable') return addProduct(row, location)
      if (type !== 'variation') return row.refuse('type', `Products of type “${type}” cannot be sold here`)
      const parent = row.text('parent') ?? ''
      if (parent === '') return row.refuse('parent', 'The variation has no parent')
      children.push({ parent, sku: row.text('sku') ?? '', location })
    },
    groups() {
      for (const { parent, sku, location } of children) {
        const group = byReference.get(parent)
        if (group) group.locations.push(location)
        else
          groups.set(`${parent} ${sku} ${location.line}`, {
            slug: '',
            isSlugGiven: false,
            missingParent: parent,
            locations: [location],
          })
      }
      children.length = 0
      return [...groups.values()]
    },
  }
}

function freeSlug(groups: ReadonlyMap<string, RowGroup>, name: string, mark: string) {
  const slug = makeSlug(name)
  return groups.has(slug) ? makeSlug(`${name} ${mark}`) : slug
}
