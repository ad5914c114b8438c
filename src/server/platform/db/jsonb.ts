import { sql } from 'kysely'
import { json } from '../kernel/schema.ts'

/** A value for a jsonb column that has a default; `Generated<Json>` of the schema does not accept plain text. */
export const jsonb = (value: unknown) => sql<never>`${json(value)}::jsonb`
