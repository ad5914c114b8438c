import { type RawBuilder, sql } from 'kysely'
import type { Declared } from '#contract/catalog.ts'
import { euCountries } from '#contract/rules/withdrawal.ts'

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

const inUnion = (operator: string) =>
  sql`${sql.ref(`${operator}.country`)} = any(${sql.val(euCountries)}::text[])`

/**
 * SQL: the products that declare what the law asks of all goods. In the European Union the manufacturer with its electronic address, and
 * where it is established elsewhere, an importer or a responsible person there (Regulation (EU) 2023/988, Art. 16 and 19). In India the
 * country of origin, and the importer of what is made elsewhere, else who made, packed or imports it (Legal Metrology (Packaged
 * Commodities) Rules 2011, rule 6).
 */
export const declaredFor: Readonly<Record<'eu' | 'in', RawBuilder<unknown>>> = {
  eu: sql`(select d.product_id from product_declarations d
    join economic_operators m on m.id = d.manufacturer_id
    left join economic_operators i on i.id = d.importer_id
    left join economic_operators r on r.id = d.responsible_person_id
    where m.electronic_address <> '' and (${inUnion('m')}
      or ${inUnion('i')} and i.electronic_address <> '' or ${inUnion('r')} and r.electronic_address <> ''))`,
  in: sql`(select d.product_id from product_declarations d
    where d.importer_id is not null and d.country_of_origin <> ''
      or d.manufacturer_id is not null and d.country_of_origin = 'IN')`,
}

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
