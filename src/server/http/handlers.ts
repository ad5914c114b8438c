import type { BesideOf, DataOf, ParsedInputOf } from '#contract/endpoints.ts'
import type { CallContext } from './context.ts'

const saidMark: unique symbol = Symbol('said')

/** A reply with a toast, or with something beside `data`. */
export type Said<Data, Beside = unknown> = {
  [saidMark]: true
  message: string | undefined
  data: Data
  beside: Beside
}

/** Data with a message that the shopper sees as a toast. */
export const say = <Data>(message: string, data: Data): Said<Data> => ({
  [saidMark]: true,
  message,
  data,
  beside: {},
})

/** Data with more in the envelope beside it (`validation`). */
export const beside = <Data, Beside>(data: Data, more: Beside, message?: string): Said<Data, Beside> => ({
  [saidMark]: true,
  message,
  data,
  beside: more,
})

export const isSaid = (value: unknown): value is Said<unknown, Record<string, unknown>> =>
  typeof value === 'object' && value !== null && saidMark in value

const fileMark: unique symbol = Symbol('file')

/** A file to keep, in place of an envelope. */
export type FileAnswer = { [fileMark]: true; type: string; name: string; bytes: Buffer }

export const sendFile = (file: { type: string; name: string; bytes: Buffer }): FileAnswer => ({
  [fileMark]: true,
  ...file,
})

export const isFile = (value: unknown): value is FileAnswer =>
  typeof value === 'object' && value !== null && fileMark in value

type Answer<E> = E extends { beside: unknown }
  ? Said<DataOf<E>, BesideOf<E>>
  : DataOf<E> | Said<DataOf<E>> | (E extends { file: true } ? FileAnswer : never)

/** One function an endpoint: a missing or superfluous one, or a wrong shape, is a type error. */
export type Handlers<Table> = {
  [Name in keyof Table]: (
    input: ParsedInputOf<Table[Name]>,
    call: CallContext,
  ) => Promise<Answer<Table[Name]>> | Answer<Table[Name]>
}
