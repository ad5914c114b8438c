import { isEmail } from './email.ts'
import { keysOf } from './own-value.ts'
import { normalisePhone } from './phone.ts'
import { validationMessages as messages } from './validation-messages.ts'
import {
  isAlpha,
  isAlphaNum,
  isDate,
  isDecimal,
  isHex,
  isInteger,
  isIp,
  isMac,
  isNumeric,
  isWebUrl,
} from './value-checks.ts'

export const fieldTypes = [
  'text',
  'textarea',
  'email',
  'phone',
  'number',
  'date',
  'select',
  'radio',
  'checkbox',
  'consent',
  'file',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** Rules that need no parameter. */
export const flagRules = {
  numeric: { isValid: isNumeric, message: messages.numeric },
  integer: { isValid: isInteger, message: messages.integer },
  alpha: { isValid: isAlpha, message: messages.alpha },
  alpha_num: { isValid: isAlphaNum, message: messages.alphaNum },
  hex: { isValid: isHex, message: messages.hex },
  url: { isValid: isWebUrl, message: messages.url },
  email: { isValid: isEmail, message: messages.email },
  date: { isValid: isDate, message: messages.date },
  ip: { isValid: isIp, message: messages.ip },
  mac: { isValid: isMac, message: messages.mac },
} as const satisfies Record<string, { isValid: (text: string) => boolean; message: string }>
export type FlagRule = keyof typeof flagRules

/**
 * The rules of a field beyond its type. `min` and `max` are values of a number, days of a date (`YYYY-MM-DD` or `today`), and
 * lengths of any other text.
 */
export type FieldRules = { [Rule in FlagRule]?: boolean | undefined } & {
  min?: number | string | undefined
  max?: number | string | undefined
  /** Most digits after the decimal point. */
  decimal?: number | undefined
  /** A regular expression that the whole value must match. */
  pattern?: string | undefined
  one_of?: readonly string[] | undefined
  /** Name of the field that must have the same value. */
  same_as?: string | undefined
  /** Digits of a national phone number, and the country's code. */
  length?: number | undefined
  mobile_code?: string | undefined
}

export type ValidatedField = {
  name: string
  label: string
  type: FieldType
  is_required: boolean
  options: readonly { value: string }[] | null
  rules: FieldRules
}

/** What a form sends for one field: a text, or the chosen options of a group of checkboxes. */
export type FieldValue = string | readonly string[]
export type FieldValues = Readonly<Record<string, FieldValue | undefined>>

const LONGEST_TEXT = 10_000
const LONGEST_MATCHED = 500

/** Rules that the type of a field implies. */
const typeRules: Partial<Record<FieldType, FieldRules>> = {
  email: { email: true },
  number: { numeric: true },
  date: { date: true },
}

/**
 * The message of the first rule that a value breaks, null for a valid one. Spec §5 "Generic validation messages".
 *
 * @param labels of the form's fields by name, for `same_as`
 * @param today as `YYYY-MM-DD`, for date ranges
 */
export function validateField(
  field: ValidatedField,
  values: FieldValues,
  {
    labels = {},
    today = new Date().toISOString().slice(0, 10),
  }: { labels?: Record<string, string>; today?: string } = {},
): string | null {
  const value = values[field.name]
  if (isEmpty(value)) return field.is_required ? messages.required : null
  if (typeof value !== 'string') return isChosenFrom(field, value) ? null : messages.oneOf
  if (field.type === 'consent' || (field.type === 'checkbox' && !field.options))
    return value === 'true' ? null : messages.invalid
  if (field.type === 'file') return null
  if (value.length > LONGEST_TEXT) return messages.maxLength(LONGEST_TEXT)
  if (field.options) return isChosenFrom(field, [value]) ? null : messages.oneOf
  const rules = { ...typeRules[field.type], ...field.rules }
  return (
    brokenPhone(field, value) ??
    brokenFlag(rules, value) ??
    brokenRange(field.type, rules, value, today) ??
    brokenParameter(rules, value, values, labels)
  )
}

/** The messages by field; an empty object when all values are valid. */
export function validateFields(
  fields: readonly ValidatedField[],
  values: FieldValues,
  today?: string,
): Record<string, string> {
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]))
  return Object.fromEntries(
    fields.flatMap((field) => {
      const message = validateField(field, values, { labels, ...(today && { today }) })
      return message === null ? [] : [[field.name, message]]
    }),
  )
}

const isEmpty = (value: FieldValue | undefined): value is undefined =>
  value === undefined || value.length === 0 || (typeof value === 'string' && value.trim() === '')

const isChosenFrom = ({ options }: ValidatedField, values: readonly string[]) =>
  options !== null &&
  new Set(values).size === values.length &&
  values.every((value) => options.some((option) => option.value === value))

function brokenPhone({ type, rules }: ValidatedField, value: string): string | undefined {
  if (type !== 'phone') return undefined
  const rule = { mobile_code: rules.mobile_code ?? '', mobile_number_length: rules.length ?? 10 }
  return normalisePhone(value, rule) === null ? messages.phone : undefined
}

function brokenFlag(rules: FieldRules, value: string): string | undefined {
  const broken = keysOf(flagRules).find((name) => rules[name] && !flagRules[name].isValid(value))
  return broken && flagRules[broken].message
}

function brokenRange(type: FieldType, rules: FieldRules, value: string, today: string): string | undefined {
  if (type === 'date') return brokenDateRange(rules, value, today)
  const [min, max] = [rules.min, rules.max].map((limit) => (limit === undefined ? undefined : Number(limit)))
  if (type === 'phone') return undefined
  const isNumber = isMeasuredAsNumber(type, rules)
  const size = isNumber ? Number(value) : [...value].length
  const isBelow = min !== undefined && size < min
  const isAbove = max !== undefined && size > max
  if (isNumber && (isBelow || isAbove) && min !== undefined && max !== undefined)
    return messages.between(min, max)
  if (isBelow) return isNumber ? messages.min(min) : messages.minLength(min)
  if (isAbove) return isNumber ? messages.max(max) : messages.maxLength(max)
  return undefined
}

/** Whether `min` and `max` limit the value itself; those of any other text limit its length. */
export const isMeasuredAsNumber = (type: FieldType, { numeric, integer, decimal }: FieldRules): boolean =>
  type === 'number' || Boolean(numeric) || Boolean(integer) || decimal !== undefined

function brokenDateRange({ min, max }: FieldRules, value: string, today: string): string | undefined {
  const dayOf = (limit: number | string | undefined) => (limit === 'today' ? today : limit?.toString())
  const [from, to] = [dayOf(min), dayOf(max)]
  // ISO days compare as texts.
  const isBelow = from !== undefined && value < from
  const isAbove = to !== undefined && value > to
  if ((isBelow || isAbove) && from !== undefined && to !== undefined) return messages.dateBetween(from, to)
  if (isBelow) return messages.dateMin(from)
  return isAbove ? messages.dateMax(to) : undefined
}

function brokenParameter(
  { decimal, pattern, one_of, same_as }: FieldRules,
  value: string,
  values: FieldValues,
  labels: Record<string, string>,
): string | null {
  if (decimal !== undefined && !isDecimal(value, decimal)) return messages.decimal
  if (one_of && !one_of.includes(value)) return messages.oneOf
  if (same_as && values[same_as] !== value) return messages.sameAs(labels[same_as] ?? same_as)
  if (pattern && (value.length > LONGEST_MATCHED || !new RegExp(`^(?:${pattern})$`, 'u').test(value)))
    return messages.invalid
  return null
}
