import type { Input } from '../staff-matrix/inputs-of.ts'
import type { CallRow } from './call-rows.ts'
import type { Person } from './world.ts'

type More = {
  /** Gives a new customer the records that the rows expect. */
  prepare?: (person: Person) => Promise<void>
  /**
   * By endpoint: codes in the source that its handler reaches, and that it cannot answer with. Endpoints of the back office with the
   * name of their table: `reviewAdminEndpoints.bulk`.
   */
  neverAnswered?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** By group of the back office and endpoint: a harmless valid input, where `tests/staff-matrix.test.ts` knows none. Typed by `InputsOf`. */
  staffInputs?: Readonly<Record<string, Readonly<Record<string, Input>>>>
}

/** The rows of one endpoint group of a plugin. */
export type PluginRows = { group: string; rows: Readonly<Record<string, CallRow>> } & More

/** Declares the access of each endpoint of a plugin's group; a missing one is a type error. */
export const definePluginRows = <Routes>(
  group: string,
  rows: { [Name in keyof Routes]: CallRow },
  more: More = {},
): PluginRows => ({ group, rows, ...more })
