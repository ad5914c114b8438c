export type Input = Record<string, unknown>

/** One input for each endpoint of these groups; a missing one is a type error. */
export type InputsOf<Groups> = { [Group in keyof Groups]: { [Name in keyof Groups[Group]]: Input } }

/** Inputs of a resource's endpoints: records that do not exist, and values that are refused. */
export const resourceInputs = (values: Input) => ({
  list: {},
  get: { id: 999_999_999 },
  create: { values },
  update: { id: 999_999_999, version: 'an-old-version', values },
  remove: { id: 999_999_999, version: 'an-old-version' },
})
