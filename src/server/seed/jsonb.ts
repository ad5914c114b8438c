import { sql } from 'kysely'
import { json } from '../db/schema.ts'

/** A value for a jsonb column that has a default; `Generated<Json>` of the schema takes no plain text. */
export const jsonb = (value: unknown) => sql<never>`${json(value)}::jsonb`
