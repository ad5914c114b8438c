import type { DataOf, ExtraOf, ParsedInputOf } from '#contract/endpoints.ts'
import type { CallContext } from './call-context.ts'

const withMessageMark: unique symbol = Symbol('said')

/** A reply with a toast, or with additional fields next to `data`. */
export type WithMessage<Data, Extra = unknown> = {
  [withMessageMark]: true
  message: string | undefined
  data: Data
  extra: Extra
}

/** Data with a message that the shopper sees as a toast. */
export const say = <Data>(message: string, data: Data): WithMessage<Data> => ({
  [withMessageMark]: true,
  message,
  data,
  extra: {},
})

/** Data with additional envelope fields (`validation`). */
export const withExtra = <Data, Extra>(
  data: Data,
  extra: Extra,
  message?: string,
): WithMessage<Data, Extra> => ({
  [withMessageMark]: true,
  message,
  data,
  extra,
})

export const isWithMessage = (value: unknown): value is WithMessage<unknown, Record<string, unknown>> =>
  typeof value === 'object' && value !== null && withMessageMark in value

const fileMark: unique symbol = Symbol('file')

/** A file to download, instead of an envelope. */
export type FileAnswer = {
  [fileMark]: true
  type: string
  name: string
  content: Buffer | AsyncIterable<string>
}

export const sendFile = (file: Omit<FileAnswer, typeof fileMark>): FileAnswer => ({
  [fileMark]: true,
  ...file,
})

/** @param name without its ending */
export const sendCsv = (name: string, content: AsyncIterable<string>): FileAnswer =>
  sendFile({ type: 'text/csv; charset=utf-8', name: `${name}.csv`, content })

/** The day of a file's name, in UTC: `2026-11-24`. */
export const today = () => new Date().toISOString().slice(0, 10)

export const isFile = (value: unknown): value is FileAnswer =>
  typeof value === 'object' && value !== null && fileMark in value

type Answer<E> = E extends { extra: unknown }
  ? WithMessage<DataOf<E>, ExtraOf<E>>
  : DataOf<E> | WithMessage<DataOf<E>> | (E extends { file: string } ? FileAnswer : never)

/** One function per endpoint: a missing or superfluous one, or a wrong shape, is a type error. */
export type Handlers<Table> = {
  [Name in keyof Table]: (
    input: ParsedInputOf<Table[Name]>,
    call: CallContext,
  ) => Promise<Answer<Table[Name]>> | Answer<Table[Name]>
}
