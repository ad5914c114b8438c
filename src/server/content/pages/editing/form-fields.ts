import type { FormFieldValues, FormRule } from '#contract/admin/content/forms.ts'
import type { FormField } from '#contract/form.ts'
import { fieldName } from '#contract/rules/field-name.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { flagRules } from '#contract/rules/validate-field.ts'
import { isSlowPattern } from './slow-pattern.ts'

type FieldRules = FormField['rules']

const typesWithOptions = ['select', 'radio', 'checkbox']

/** Fields as the back office edits them from stored ones: rules as a list, a width of the form's grid. */
export const toFieldValues = (fields: readonly FormField[]): FormFieldValues[] =>
  fields.map(({ label, name, type, is_required, placeholder, options, rules, width }) => ({
    ...{ label, name, type, is_required, placeholder },
    options: options ?? [],
    rules: toRuleList(rules),
    width: ([12, 8, 6, 4] as const).findLast((one) => one >= width) ?? 12,
  }))

function toRuleList({
  min,
  max,
  decimal,
  pattern,
  one_of,
  same_as,
  length,
  mobile_code,
  ...flags
}: FieldRules) {
  const list: FormRule[] = []
  if (min !== undefined) list.push({ rule: 'min', limit: String(min) })
  if (max !== undefined) list.push({ rule: 'max', limit: String(max) })
  for (const format of keysOf(flagRules)) if (flags[format]) list.push({ rule: 'format', format })
  if (decimal !== undefined) list.push({ rule: 'decimal', digits: decimal })
  if (pattern !== undefined) list.push({ rule: 'pattern', pattern })
  if (one_of !== undefined) list.push({ rule: 'one_of', values: [...one_of] })
  if (same_as !== undefined) list.push({ rule: 'same_as', field: same_as })
  if (length !== undefined || mobile_code !== undefined)
    list.push({ rule: 'phone', mobile_code: mobile_code ?? '', length: length ?? 10 })
  return list
}

/** Fields as they are stored, and the messages at what does not fit together, by field below `values`. */
export function toStoredFields(values: readonly FormFieldValues[]) {
  const errors = new Map<string, string>()
  const names = values.map(({ name, label }) => name || fieldName(label))
  const fields = values.map((field, at): FormField => {
    const { label, type, is_required, placeholder, width } = field
    const path = `fields.${at}`
    const name = names[at] ?? ''
    if (names.indexOf(name) < at) errors.set(`${path}.name`, `Another field is called “${name}”`)
    const options = optionsOf(field, path, errors)
    const rules = rulesOf(field, { path, name, names, errors })
    return { id: at + 1, name, label, type, is_required, placeholder, options, rules, width }
  })
  return { fields, errors }
}

function optionsOf({ type, options }: FormFieldValues, path: string, errors: Map<string, string>) {
  if (!typesWithOptions.includes(type)) {
    if (options.length > 0) errors.set(`${path}.options`, 'Fields of this type have no options')
    return null
  }
  if (options.length === 0) {
    // A single checkbox.
    if (type !== 'checkbox') errors.set(`${path}.options`, 'Please add an option')
    return null
  }
  const stored = options.map(({ label, value }) => ({ label, value: value || label }))
  for (const [at, { value }] of stored.entries())
    if (stored.findIndex((other) => other.value === value) < at)
      errors.set(`${path}.options.${at}.value`, 'Another option has this value')
  return stored
}

type Place = { path: string; name: string; names: readonly string[]; errors: Map<string, string> }

function rulesOf({ rules }: FormFieldValues, { path, name, names, errors }: Place): FieldRules {
  const stored: FieldRules = {}
  const seen = new Set<string>()
  for (const [at, rule] of rules.entries()) {
    const field = `${path}.rules.${at}`
    const key = rule.rule === 'format' ? rule.format : rule.rule
    if (seen.has(key)) errors.set(`${field}.rule`, 'The field has this rule already')
    seen.add(key)
    if (rule.rule === 'same_as' && (rule.field === name || !names.includes(rule.field)))
      errors.set(`${field}.field`, 'Please choose another field of this form')
    if (rule.rule === 'one_of' && rule.values.length === 0)
      errors.set(`${field}.values`, 'Please add a value')
    if (rule.rule === 'pattern' && isSlowPattern(rule.pattern))
      errors.set(`${field}.pattern`, 'This pattern takes too long on some texts. Please simplify it')
    Object.assign(stored, toStoredRule(rule))
  }
  return stored
}

function toStoredRule(rule: FormRule): FieldRules {
  switch (rule.rule) {
    case 'min':
    case 'max': {
      const limit = /^-?\d+(\.\d+)?$/.test(rule.limit) ? Number(rule.limit) : rule.limit
      return { [rule.rule]: limit }
    }
    case 'format':
      return { [rule.format]: true }
    case 'decimal':
      return { decimal: rule.digits }
    case 'pattern':
      return { pattern: rule.pattern }
    case 'one_of':
      return { one_of: rule.values }
    case 'same_as':
      return { same_as: rule.field }
    case 'phone':
      return { length: rule.length, ...(rule.mobile_code && { mobile_code: rule.mobile_code }) }
  }
}
