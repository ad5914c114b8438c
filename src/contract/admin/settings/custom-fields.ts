import { z } from 'zod'
import {
  CustomField,
  FieldDefinition,
  FieldValues,
  fieldOwners,
  fieldPlaces,
  fieldTypes,
} from '#contract/custom-fields.ts'
import type { Endpoint } from '#contract/define-endpoints.ts'
import { Id, IdText } from '#contract/shapes.ts'
import { resourceEndpoints } from '../resource.ts'

export const CustomFieldRow = z.object({
  id: Id,
  owner: z.enum(fieldOwners),
  label: z.string(),
  key: z.string(),
  type: z.enum(fieldTypes),
  is_required: z.boolean(),
  is_filterable: z.boolean(),
  shown: z.array(z.enum(fieldPlaces)),
})
export type CustomFieldRow = z.infer<typeof CustomFieldRow>

const staff = { access: 'staff', whileLocked: true } as const
const ref = { id: IdText }
const Used = z.object({
  /** Records with a value, and the names of the first ones. */
  count: z.int(),
  names: z.array(z.string()),
})

/** Definitions that the editors of these records need. */
const fieldsOf = <const Area extends 'catalog' | 'content'>(area: Area, of: string) =>
  ({
    summary: `The custom fields of ${of}, in the order of their form`,
    input: z.object({}),
    data: z.array(CustomField),
    permission: `${area}.read`,
    ...staff,
  }) as const

/** The fields of one record that has no form of its own, and their values. */
export const RecordFields = z.object({
  id: Id,
  /** Changes with the values. */
  version: z.string(),
  fields: z.array(CustomField),
  values: FieldValues,
})
export type RecordFields = z.infer<typeof RecordFields>

const valuesOf = <const Area extends 'customers' | 'orders'>(area: Area, one: string) =>
  ({
    summary: `The custom fields of one ${one} with their values`,
    input: z.object(ref),
    data: RecordFields,
    permission: `${area}.read`,
    ...staff,
  }) as const

const savesOf = <const Area extends 'customers' | 'orders'>(area: Area, one: string) =>
  ({
    summary: `Writes all values of the custom fields of one ${one}`,
    input: z.object({ ...ref, version: z.string().min(1).max(64), values: FieldValues }),
    data: RecordFields,
    refusals: ['STALE_RECORD'],
    permission: `${area}.write`,
    ...staff,
  }) as const

export const customFieldEndpoints = resourceEndpoints({
  one: 'custom field',
  many: 'custom fields',
  area: 'settings',
  row: CustomFieldRow,
  values: FieldDefinition,
  sort: ['position', 'id', 'label'],
  filters: { owner: z.enum(fieldOwners).optional() },
  refusals: { remove: ['IN_USE'] },
})

/** Beside the definitions: their values. */
export const fieldValueEndpoints = {
  usage: {
    summary: 'How many records have a value in the field',
    input: z.object(ref),
    data: Used,
    permission: 'settings.read',
    ...staff,
  },
  clear: {
    summary: 'Deletes the values of the field from all records',
    input: z.object({
      ...ref,
      /** As `usage` counted them: refused when there are more now. */
      count: z.int().min(0),
    }),
    data: Used,
    refusals: ['STALE_RECORD'],
    permission: 'settings.write',
    ...staff,
  },
  ofCatalog: fieldsOf('catalog', 'products, variations and categories'),
  ofContent: fieldsOf('content', 'pages'),
  ofCustomer: valuesOf('customers', 'customer'),
  saveCustomer: savesOf('customers', 'customer'),
  ofOrder: valuesOf('orders', 'order'),
  saveOrder: savesOf('orders', 'order'),
} as const satisfies Record<string, Endpoint>
