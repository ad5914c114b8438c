import type { z } from 'zod'

/** Who may call. `open`: everybody; `customer`: only with a session (401 otherwise). */
export type Access = 'open' | 'customer'

/**
 * One call. `input` describes path parameters, query and body together: a call has one flat input (decisions §1.8).
 * `data` is the envelope's `data`, `beside` what the decisions put next to it (`validation`, `cart`).
 */
export type Endpoint = {
  input: z.ZodObject
  data: z.ZodType
  beside?: z.ZodObject
  /** Codes of the refusals by a rule of the shop (409 unless the decisions say otherwise), for the OpenAPI document. */
  refusals?: readonly string[]
  access?: Access
  /** Refuses wrong credentials (401), although everybody may call it. */
  checksCredentials?: true
  /** A write whose input may stand in the query, as the spec has it (auth/validate-reset). */
  takesQuery?: true
  /** Answered while the store is locked (password, coming soon, maintenance): decisions §3, special pages. */
  whileLocked?: true
  /** The reply is the bare value, without an envelope: base/host. */
  bare?: true
  /** May answer with a file in place of the envelope: orders/invoice. */
  file?: true
  summary: string
}

export type Endpoints<Names extends string = string> = Record<Names, Endpoint>

/** Ties the endpoints of a group to the group's rows in `routes.ts`: a missing or superfluous one is a type error. */
export const defineEndpoints =
  <Group extends Record<string, string>>() =>
  <const Table extends { [Name in keyof Group]: Endpoint }>(table: Table): Table =>
    table
