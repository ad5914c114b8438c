import type { Endpoint } from '#contract/define-endpoints.ts'

export type Input = Record<string, unknown>

const unknown = { id: 999_999_999, version: 'an-old-version' }

/** Inputs of a list and of a resource's endpoints (`resourceEndpoints`): records that do not exist, and values that are refused. */
const standardInputs = {
  list: {},
  export: {},
  get: { id: unknown.id },
  create: { values: {} },
  update: { ...unknown, values: {} },
  remove: unknown,
}
type Standard = keyof typeof standardInputs
type Own<Group> = Exclude<keyof Group, Standard>

/** One input for each endpoint of these groups but the standard ones; a missing one is a type error. */
export type InputsOf<Groups> = {
  [Group in keyof Groups as Own<Groups[Group]> extends never ? never : Group]: Record<
    Own<Groups[Group]>,
    Input
  >
} & { [Group in keyof Groups]?: { [Name in keyof Groups[Group]]?: Input } }

/** The standard input of an endpoint; undefined when it asks for something else, which then needs an input of its own. */
export function standardInputOf(name: string, { input }: Endpoint): Input | undefined {
  const found = Object.entries(standardInputs).find(([standard]) => standard === name)?.[1]
  const isWanted = input.safeParse(found).error?.issues.every(({ path }) => path[0] === 'values') ?? true
  return isWanted ? found : undefined
}
