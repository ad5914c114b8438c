import { createContext, use } from 'react'

export type FormImage = {
  path: string
  alt?: string
  width?: number | null
  height?: number | null
  placeholder?: string | null
}
/** A chosen product, category or collection. */
export type RecordChoice = { value: string | number; label: string; address?: string | undefined }

/** What a form needs from its surroundings. Without a chooser, a picture or record is entered as text. */
export type FormServices = {
  chooseImage?: () => Promise<FormImage | undefined>
  /** Asks for a picture and makes a favicon set from it: paths by their use, such as `png_32`. Rejects with the reason when the picture cannot be used. */
  chooseIcons?: () => Promise<object | undefined>
  /** Asks what stays visible where the picture at a path is cropped, and stores it with the picture. */
  editFocalPoint?: (path: string) => Promise<void>
  chooseRecord?: (kind: string) => Promise<RecordChoice | undefined>
  /** What one record of a kind is called, when `chooseRecord` knows the kind. */
  recordKind?: (kind: string) => string | undefined
  /** The names of records by their values. */
  nameRecords?: (
    kind: string,
    values: readonly (string | number)[],
  ) => Promise<ReadonlyMap<string | number, string>>
  /** How many decimals the shop's currency has, and its code. */
  currency?: { code: string; digits: number }
  /** The channels of the shop, the default one first, with the decimals of their currencies. */
  channels?: readonly { code: string; name: string; currency: string; digits: number }[]
  /** The countries of the shop's data, with the names of their states. */
  countries?: readonly { code: string; name: string; states: readonly string[] }[]
  /** In which times are entered. */
  timeZone?: string
}

export const FormServicesContext = createContext<FormServices>({})

export const useFormServices = () => use(FormServicesContext)
