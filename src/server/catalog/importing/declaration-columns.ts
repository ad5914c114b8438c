import { Declarations } from '#contract/admin/catalog/declarations.ts'
import { findCountry } from '#contract/rules/countries.ts'
import { keysOf, ownValue } from '#contract/rules/own-value.ts'
import type { RowReader } from './columns.ts'

/** Declarations by the names of their columns, the one of our exports first; those who answer for the product are cells with their names. */
export const declarationColumns = {
  country_of_origin: ['country of origin', 'country_of_origin'],
  manufacturer_id: ['manufacturer'],
  importer_id: ['importer'],
  responsible_person_id: ['responsible person', 'responsible_person'],
  warnings: ['warnings'],
  min_age: ['smallest age', 'min_age'],
  checks_age: ['age check', 'checks_age'],
  best_before_months: ['best before months', 'best_before_months'],
  materials: ['materials'],
  care: ['care'],
  passport_id: ['passport identifier', 'passport_id'],
  passport_url: ['passport address', 'passport_url'],
} as const satisfies Record<keyof Declarations, readonly string[]>

export type DeclarationColumn = keyof typeof declarationColumns
const fields = keysOf(declarationColumns)

const headerOf = (field: DeclarationColumn) => {
  const [name] = declarationColumns[field]
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** The columns of an export. */
export const declarationHeaders = fields.map(headerOf)

/**
 * The cells of an export by header: those who answer for the product by their names, its origin by its code.
 * @param operators their names by id
 */
export function declarationCells(
  declarations: Declarations | null,
  operators: ReadonlyMap<number, string>,
): Record<string, string | number> {
  if (!declarations) return {}
  const cells = fields.map((field) => {
    const value = declarations[field]
    const text = typeof value === 'number' && isOperator(field) ? operators.get(value) : value
    return [headerOf(field), typeof text === 'boolean' ? (text ? 'yes' : '') : (text ?? '')]
  })
  return Object.fromEntries(cells)
}

/**
 * What a row declares; an empty cell clears, a column that the file does not have stays. An unknown name refuses the row.
 * @param operators ids by name in lower case
 */
export function readDeclarations(
  row: RowReader<DeclarationColumn>,
  operators: ReadonlyMap<string, number>,
): Record<string, unknown> | undefined {
  const given: Record<string, unknown> = {}
  for (const field of fields) {
    const text = row.text(field)
    if (text === undefined) continue
    const value = cellValue(field, text, operators)
    const read = Declarations.shape[field].safeParse(value)
    if (value !== undefined && read.success) given[field] = read.data
    else if (isOperator(field))
      row.refuse(
        field,
        `There is no “${text.slice(0, 80)}” among the manufacturers and importers: add it first`,
      )
    else if (field === 'country_of_origin') row.refuse(field, `“${text.slice(0, 80)}” is not a country`)
    else
      row.refuse(
        field,
        `“${text.slice(0, 80)}” is not valid here. ${read.error?.issues[0]?.message ?? ''}`.trim(),
      )
  }
  return Object.keys(given).length > 0 ? given : undefined
}

const isOperator = (field: DeclarationColumn) => field.endsWith('_id') && field !== 'passport_id'

function cellValue(field: DeclarationColumn, text: string, operators: ReadonlyMap<string, number>) {
  if (isOperator(field)) return text === '' ? null : operators.get(text.toLowerCase())
  if (field === 'country_of_origin') return text === '' ? '' : findCountry(text)
  if (field === 'min_age' || field === 'best_before_months') return text === '' ? null : Number(text)
  if (field === 'checks_age') return ownValue(yesOrNo, text.toLowerCase())
  return text
}

const yesOrNo: Readonly<Record<string, boolean>> = {
  ...{ yes: true, true: true, 1: true },
  ...{ no: false, false: false, 0: false, '': false },
}
