import type { AdminEndpoints } from './admin/endpoints.ts'
import type { Endpoint } from './define-endpoints.ts'
import type { AllEndpoints } from './endpoints.ts'
import type { PluginAdminEndpoints } from './plugin.ts'

/** Codes that any endpoint may answer with. All others are declared by the endpoint. Decisions §1.4. */
export const commonErrorCodes = [
  'BAD_REQUEST',
  'FORBIDDEN',
  'NOT_FOUND',
  'PLUGIN_INACTIVE',
  'RATE_LIMITED',
  'SERVER',
  'STORE_LOCKED',
  'UNAUTHENTICATED',
  'UNAVAILABLE',
  'VALIDATION',
] as const

type DeclaredOf<E> =
  | (E extends { refusals: readonly (infer Code extends string)[] } ? Code : never)
  | (E extends { credentialRefusals: readonly (infer Code extends string)[] } ? Code : never)

type CodesOf<Groups> = {
  [Group in keyof Groups]: {
    [Name in keyof Groups[Group]]: DeclaredOf<Groups[Group][Name]>
  }[keyof Groups[Group]]
}[keyof Groups]

/** Every code that an endpoint of the core, of the back office or of an installed plugin declares. */
export type DeclaredCode = CodesOf<AllEndpoints> | CodesOf<AdminEndpoints> | CodesOf<PluginAdminEndpoints>

/** A refusal by a rule of the shop: a code outside this union does not compile. */
export type RefusalCode = DeclaredCode

export type ErrorCode = RefusalCode | (typeof commonErrorCodes)[number]

/** The endpoint's own codes. */
export const declaredCodes = ({ refusals = [], credentialRefusals = [] }: Endpoint): readonly string[] => [
  ...refusals,
  ...credentialRefusals,
]

const common: readonly string[] = commonErrorCodes

/** Whether the endpoint may answer with the code. */
export const mayRefuseWith = (endpoint: Endpoint, code: string): boolean =>
  common.includes(code) || declaredCodes(endpoint).includes(code)
