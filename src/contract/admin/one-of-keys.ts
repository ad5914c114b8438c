import { z } from 'zod'

/** One of the names of a table. */
export const oneOfKeys = <Table extends Record<string, unknown>>(table: Table) =>
  z.enum(Object.keys(table) as [keyof Table & string])
