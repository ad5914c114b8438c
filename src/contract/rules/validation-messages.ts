import { invalidEmail } from './email.ts'
import { invalidPhone } from './phone.ts'

/** The message of every rule, shown at the field on both sides. Spec §5 "Generic validation messages". */
export const validationMessages = {
  invalid: 'This field is not valid',
  unknown: 'This field is not known',
  required: 'This field is required',
  between: (min: number | string, max: number | string) => `The value must be between ${min} and ${max}`,
  min: (min: number | string) => `The value must be at least ${min}`,
  max: (max: number | string) => `The value must not be above ${max}`,
  minLength: (length: number) => `The value length should be at least ${length}`,
  maxLength: (length: number) => `The value length should not exceed ${length}`,
  numeric: 'The value must be numeric',
  integer: 'The value must be an integer',
  decimal: 'The value must be a decimal number',
  alpha: 'The value must contain only letters',
  alphaNum: 'The value must contain only letters and numbers',
  hex: 'The value must be a hexadecimal number',
  url: 'The value is not a valid URL address',
  email: invalidEmail,
  phone: invalidPhone,
  date: 'The value is not a valid date',
  dateMin: (min: string) => `The date must be on or after ${min}`,
  dateMax: (max: string) => `The date must be on or before ${max}`,
  dateBetween: (min: string, max: string) => `The date must be between ${min} and ${max}`,
  ip: 'The value is not a valid IP address',
  mac: 'The value is not a valid MAC address',
  oneOf: 'Please choose one of the options',
  choices: (values: readonly unknown[]) => `The value must be one of: ${values.join(', ')}`,
  sameAs: (label: string) => `The value must be the same as ${label}`,
  fileType: (types: string) => `Please choose a ${types} file`,
  fileSize: (megabytes: number) => `The file must not be larger than ${megabytes} MB`,
} as const
