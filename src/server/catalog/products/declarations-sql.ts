import type { Declared } from '#contract/catalog.ts'

/** What product `p` declares, with the ids of who answers for it; null without a row. */
export type DeclaredRow = Declared & {
  product_id: number
  manufacturer_id: number | null
  importer_id: number | null
  responsible_person_id: number | null
}

const operator = (id: string) => `(select to_jsonb(o) - 'id' from economic_operators o where o.id = ${id})`

/** SQL of a subquery: the `DeclaredRow` of product `p`. */
export const declaredOfProduct = `
  select to_jsonb(d) || jsonb_build_object('manufacturer', ${operator('d.manufacturer_id')},
    'importer', ${operator('d.importer_id')}, 'responsible_person', ${operator('d.responsible_person_id')})
  from product_declarations d where d.product_id = p.id`

/** Of the pages of products that name an operator. */
export const operatorTag = (id: number) => `economic-operator:${id}`

export function toDeclared(row: DeclaredRow | null): Declared | undefined {
  if (!row) return undefined
  const { product_id: _, manufacturer_id: _m, importer_id: _i, responsible_person_id: _r, ...declared } = row
  return declared
}

export const operatorTags = (row: DeclaredRow | null): string[] =>
  row
    ? [row.manufacturer_id, row.importer_id, row.responsible_person_id].flatMap((id) =>
        id === null ? [] : [operatorTag(id)],
      )
    : []
