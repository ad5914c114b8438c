import { z } from 'zod'
import { Id, IdText, pageOf } from '../shapes.ts'

type Refusals = { create?: readonly string[]; update?: readonly string[]; remove?: readonly string[] }

/** What `GET …/:id` answers, and every write: the values that the form edits, with the version for the next write. */
export type ResourceRecord<Values> = { id: number; version: string; values: Values }

/**
 * The endpoints of a resource: a list, one record, and its writes. `values` is what the form of the back office
 * shows, with title and help of each field in its `meta`; a value that can be written is also how it is read. Back
 * office, "Shape of the API".
 */
export function resourceEndpoints<
  const Area extends 'catalog' | 'content' | 'customers' | 'marketing' | 'settings',
  Row extends z.ZodObject,
  Values extends z.ZodObject,
  const Sort extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape = Record<never, never>,
  const R extends Refusals = Record<never, never>,
>(options: {
  /** One and several in a sentence: `brand`, `brands`. */
  one: string
  many: string
  area: Area
  row: Row
  values: Values
  sort: Sort
  filters?: Filters
  /** Codes of its own rules by write. */
  refusals?: R
  /** A record may be larger than 256 KB: a product of 2,000 variations. */
  isLarge?: true
}) {
  const { one, many, area, row, values, sort, filters = {} as Filters, refusals } = options
  const staff = { access: 'staff', whileLocked: true } as const
  const reads = { ...staff, permission: `${area}.read` } as const
  const writes = { ...staff, permission: `${area}.write` } as const
  const saves = { ...writes, ...(options.isLarge && { hasLargeBody: true as const }) }
  // One component of the OpenAPI document, which several calls answer with: `sales channel` is `SalesChannelRecord`.
  const component = `${one.replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase())}Record`
  const record = z.object({ id: Id, version: z.string(), values }).meta({ id: component })
  const ref = { id: IdText, version: z.string().min(1).max(64) }
  type Codes<Name extends keyof Refusals> =
    R extends Record<Name, infer Of extends readonly string[]> ? Of : readonly []
  return {
    list: {
      summary: `A page of the ${many}`,
      input: z.object({ ...listQuery(sort), ...filters }),
      data: pageOf(row),
      ...reads,
    },
    get: {
      summary: `One ${one} with its editable values and their version`,
      input: z.object({ id: IdText }),
      data: record,
      ...reads,
    },
    create: {
      summary: `Adds a ${one}`,
      input: z.object({ values }),
      data: record,
      refusals: (refusals?.create ?? []) as Codes<'create'>,
      ...saves,
    },
    update: {
      summary: `Changes a ${one}`,
      input: z.object({ ...ref, values }),
      data: record,
      refusals: ['STALE_RECORD', ...(refusals?.update ?? [])] as unknown as readonly [
        'STALE_RECORD',
        ...Codes<'update'>,
      ],
      ...saves,
    },
    remove: {
      summary: `Deletes a ${one}`,
      input: z.object(ref),
      data: z.object({ id: Id }),
      refusals: ['STALE_RECORD', ...(refusals?.remove ?? [])] as unknown as readonly [
        'STALE_RECORD',
        ...Codes<'remove'>,
      ],
      ...writes,
    },
  }
}

/** Page, order and search of a list of the back office. `sort` is one of the list's own columns. */
export const listQuery = <const Columns extends readonly [string, ...string[]]>(columns: Columns) => ({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(25),
  sort: z.enum(columns).default(columns[0]),
  order: z.enum(['asc', 'desc']).default('desc'),
  q: z.string().trim().max(100).optional(),
})
