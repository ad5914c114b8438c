import type { ComponentType, ReactNode } from 'react'
import type { ZodObject } from 'zod'
import type { FieldOwner } from '#contract/custom-fields.ts'
import type { AdminScreen } from '../admin-screen.ts'
import type { JsonSchema } from '../form/prepare-schema.ts'
import type { ListFilter } from '../list/filter-choice.tsx'

/** A column of a resource's list. Without `show` its value is shown as it is. */
export type Column<Row = Record<string, unknown>> = {
  name: string
  label: string
  isSortable?: boolean
  /** At the end of its column, with figures of one width. */
  isNumber?: boolean
  show?: (row: Row) => ReactNode
  /** Small, in a line of its own. */
  below?: (row: Row) => ReactNode
  /** Left out on a phone. */
  isMinor?: boolean
}

/** What a form of one resource gets in place of the generated one. `Values`: those of its schema, which a new record may not have yet. */
export type ResourceFormProps<Values = Record<string, unknown>> = {
  /** The JSON Schema of the values. */
  schema: JsonSchema
  value: Values
  /** Messages by field. */
  errors: Record<string, string[]>
  readOnly: boolean
  /** Of the stored record. */
  id: number | undefined
  onChange: (value: Record<string, unknown>) => void
}

/** An action on selected rows, which succeed or fail one by one. */
export type BulkAction<Row = never> = {
  label: string
  /** Rows that it can be applied to; by default all. */
  isFor?: (row: Row) => boolean
  /** @returns the message that sums the results up, and the messages of refused rows. */
  run: (rows: readonly Row[]) => Promise<{ message: string; refused: readonly string[] }>
}

type ListScreen = Pick<AdminScreen, 'name' | 'label' | 'icon' | 'group' | 'tab' | 'permission' | 'letter'>

/** A list of records: columns, search, filters and order. */
export type RecordList<Row = never> = ListScreen & {
  /** In a sentence: `brand`. */
  one: string
  /** The permission of its writes. */
  writePermission: AdminScreen['permission']
  columns: readonly Column<Row>[]
  filters?: readonly ListFilter[]
  /** In place of the search and the filters above. */
  filterBar?: ComponentType
  sort: { field: string; order: 'ASC' | 'DESC' }
  /** Below the heading: what the records are for, or what cannot be done here. */
  about?: string
  /** In place of “There is no … yet.” */
  empty?: string
  /** What `q` finds, as the search field's placeholder; without it the list has no search. */
  searches?: string
  /** Records are added here, at `/<name>/create`. */
  canAdd?: boolean
  /** Where the first column leads; by default the record's screen. Null for records without one. */
  linkOf?: ((row: Row) => string) | null
  /** For roles with the permission of writes. */
  bulk?: readonly BulkAction<Row>[]
  /** In place of `bulk`: what is shown above the table for rows that are selected, across pages. */
  bulkBar?: ComponentType
  /** The path of a row's picture, null for a row without one; such a list has compact cards on a phone. */
  pictureOf?: (row: Row) => string | null
  /** In `Select <name>`; by default its kind and id. */
  rowName?: (row: Row) => string
  /** Beside the heading, such as an export. */
  tools?: ComponentType
}

export type Resource<Row = never> = RecordList<Row> & {
  /** The schema of its values, loaded with the form. */
  values: () => Promise<ZodObject>
  /** A form of its own, which may contain the generated one. */
  form?: () => Promise<{ default: ComponentType<ResourceFormProps<never>> }>
  /** Whose custom fields its form has, in the value `custom`. */
  fieldsOf?: FieldOwner
  /** The name of a record in headings and questions. */
  nameOf: (values: Record<string, unknown>) => string
  /** Where shoppers see it, if anywhere. */
  addressOf?: (values: Record<string, unknown>) => string | undefined
  canDelete?: boolean
  /** The session names its records: it is read again after a write. */
  isInSession?: boolean
  /** Records that cannot be changed, such as built-in ones: shown as text, with a copy to change. */
  isFixed?: (values: Record<string, unknown>) => boolean
}
