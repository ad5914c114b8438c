import { type Columns, rowReader, tooManyCells } from './columns.ts'
import type { Grouping, RowGroup } from './dialect.ts'
import { makeSlug } from './make-slug.ts'
import type { RowPlace } from './read-csv.ts'
import { type WooField, type WooReader, wooType } from './woo-columns.ts'

/**
 * Variations name their parent by `id:123` or by its SKU, and may stand before it. The file has no slugs: they are made
 * from the names, and from name and SKU (or id) where two products of the file have one name.
 */
export function groupWooRows(columns: Columns<WooField>, width: number): Grouping {
  const groups = new Map<string, RowGroup>()
  const byReference = new Map<string, RowGroup>()
  const children: { parent: string; sku: string; place: RowPlace }[] = []

  const addProduct = (row: WooReader, place: RowPlace) => {
    const name = row.text('name') ?? ''
    const id = row.text('id') ?? ''
    const sku = row.text('sku') ?? ''
    if (name === '' && sku === '') return row.refuse('name', 'The row names no product')
    const group: RowGroup = {
      slug: freeSlug(groups, name || sku, sku || id),
      isSlugGiven: false,
      places: [place],
    }
    if ((sku !== '' && byReference.has(sku)) || groups.has(group.slug))
      return row.refuse(sku === '' ? 'name' : 'sku', `“${sku || name}” is already in the file`)
    groups.set(group.slug, group)
    if (sku !== '') byReference.set(sku, group)
    if (id !== '') byReference.set(`id:${id}`, group)
  }

  return {
    add(record, place, problems) {
      const row = rowReader(columns, record, problems)
      if (record.cells.length > width) return row.refuse(undefined, tooManyCells(record, width))
      const type = wooType(row)
      if (type === 'simple' || type === 'variable') return addProduct(row, place)
      if (type !== 'variation') return row.refuse('type', `Products of type “${type}” cannot be sold here`)
      const parent = row.text('parent') ?? ''
      if (parent === '') return row.refuse('parent', 'The variation names no parent')
      children.push({ parent, sku: row.text('sku') ?? '', place })
    },
    groups() {
      for (const { parent, sku, place } of children) {
        const group = byReference.get(parent)
        if (group) group.places.push(place)
        else
          groups.set(`${parent} ${sku} ${place.line}`, {
            slug: '',
            isSlugGiven: false,
            missingParent: parent,
            places: [place],
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
