import type { z } from 'zod'

/** A variable with which the shop signs in at a service. The environment sets it, or an owner enters it in the back office. ADR 0035. */
export type ServiceVariable = {
  /** What the service calls it, where an owner enters it. */
  label: string
  about: string
  /** What a value must look like; its message completes "STRIPE_SECRET_KEY …". */
  rule: z.ZodType<string>
  /** Masked wherever the configuration is shown. */
  isSecret: boolean
  /** Values for trying out, which production refuses. Security §21. */
  testValue?: RegExp
  /** What the back office shows of a secret; the last four characters by default. */
  shown?(value: string): string
}

/** One variable of a payment gateway or a courier. */
export type CompanyVariable<Keys = unknown> = ServiceVariable & {
  /** The value as it is in force. */
  valueIn(keys: Keys): string
}

/** The variables that switch a company on: all of them, or none. */
export type CompanyEnvironment<Keys = unknown> = {
  variables: Readonly<Record<string, CompanyVariable<Keys>>>
  /** What its client works with, from a valid value of each variable. */
  toKeys(values: Readonly<Record<string, string>>): Keys
}

/** A payment gateway or a courier as far as the configuration is concerned. */
export type ConfigurableCompany = { code: string; name: string; environment?: CompanyEnvironment }

/** Keys of the companies that are switched on, by code. */
export type CompanyKeys = Readonly<Record<string, unknown>>

type Given = {
  readVariable: (variable: string) => string | undefined
  mode: string
  problems: { variable: string; problem: string }[]
}

/** The keys that were given, by code. What is wrong with them is added to `problems`; a problem never shows a value. */
export function readCompanyKeys(
  companies: readonly ConfigurableCompany[],
  { readVariable, mode, problems }: Given,
): CompanyKeys {
  const keys: Record<string, unknown> = {}
  for (const { code, name, environment } of companies) {
    if (!environment) continue
    const variables = Object.entries(environment.variables)
    const values = Object.fromEntries(variables.map(([variable]) => [variable, readVariable(variable) ?? '']))
    if (Object.values(values).every((value) => value === '')) continue
    const found = variables.flatMap(([variable, rules]) => {
      const problem = problemOf(values[variable] ?? '', rules, { name, mode })
      return problem === undefined ? [] : [{ variable, problem }]
    })
    problems.push(...found)
    if (found.length === 0) keys[code] = environment.toKeys(values)
  }
  return keys
}

/** Why a value cannot be used, undefined when it can. Never contains the value. */
export function problemOf(
  value: string,
  { rule, testValue }: ServiceVariable,
  { name, mode }: { name: string; mode: string },
): string | undefined {
  if (value === '') return `is missing: ${name} needs all of its keys`
  const { error } = rule.safeParse(value)
  if (error) return error.issues[0]?.message
  return mode === 'production' && testValue?.test(value) ? 'must be a live key in production' : undefined
}

/** A secret shows its last four characters where that leaves enough of it unknown. */
export const shownValue = ({ isSecret, shown }: ServiceVariable, value: string): string => {
  if (shown) return shown(value)
  if (!isSecret) return value
  return value.length >= 16 ? `•••• ${value.slice(-4)}` : '••••'
}
