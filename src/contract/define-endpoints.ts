import type { z } from 'zod'
import type { Permission } from './admin/permissions.ts'

/** Who may call. `open`: every visitor; `customer` and `staff`: only with their session (401 otherwise). */
export type Access = 'open' | 'customer' | 'staff'

/**
 * One endpoint. `input` describes path parameters, query and body together as one flat object (decisions
 * §1.8). `data` is the envelope's `data`, `extra` the fields next to it (`validation`, `cart`).
 */
export type Endpoint = {
  input: z.ZodObject
  data: z.ZodType
  extra?: z.ZodObject
  /** Codes of the refusals by a rule of the shop (409 unless the decisions say otherwise), for the OpenAPI document. */
  refusals?: readonly string[]
  access?: Access
  /** With `access: 'staff'`: the permission that the role must have (403 otherwise); every member of staff without one. */
  permission?: Permission
  /** Refused for API keys (403): it changes the session or the credentials of the person who signed in. ADR 0042. */
  notForKeys?: true
  /** Codes of the refusals of wrong credentials (401), for the OpenAPI document. */
  credentialRefusals?: readonly string[]
  /** May answer 401 for a missing login or token, although its access is `open`. */
  checksCredentials?: true
  /** A write that accepts its input in the query, as the spec requires (auth/validate-reset). */
  takesQuery?: true
  /**
   * Answered while the store is locked (password, coming soon, maintenance); `special-pages`: only for the addresses of
   * those pages. Decisions §3, special pages.
   */
  whileLocked?: true | 'special-pages'
  /** Also accepts the post of an HTML form, under `/forms` instead of `/api`, and files as multipart/form-data. ADR 0026. */
  takesForm?: true
  /** Fields that take a file, with `takesForm`; a body above the limit is reported at the first of them. */
  takesFiles?: readonly string[]
  /** Fields that may have any number of files beside the other entries, with `takesForm`. */
  mayTakeFiles?: readonly string[]
  /** Of staff: a body of up to 4 MB, in place of 256 KB; it is read after the session is checked. */
  hasLargeBody?: true
  /** The reply is the bare value, without an envelope: base/host. */
  bare?: true
  /**
   * Pages for everyone take the reply from memory, until a tag changes that the call named: it is requested on most pages, or costs a
   * statement each time. ADR 0023.
   */
  isShared?: true
  /** May answer with a file of this type instead of the envelope: orders/invoice. */
  file?: 'application/pdf' | 'text/csv' | 'image/*'
  summary: string
}

export type Endpoints<Names extends string = string> = Record<Names, Endpoint>

/** Checks the endpoints of a group against its rows in `routes.ts`: a missing or superfluous one is a type error. */
export const defineEndpoints =
  <Group extends Record<string, string>>() =>
  <const Table extends { [Name in keyof Group]: Endpoint }>(table: Table): Table =>
    table
