import { notFound, rejected } from '#server/platform/kernel/errors.ts'

type Used = { count: number; names: readonly string[] }

export const fieldNotFound = () => notFound('Custom field not found')

/** Values are deleted first, and by themselves: deleting the field alone must not lose them. */
export const fieldInUse = (label: string, used: Used) =>
  rejected('IN_USE', `${label} has ${valuesOf(used)}. Delete the values first.`, { data: used })

export const valuesChanged = (used: Used) =>
  rejected('STALE_RECORD', `There are more values now: ${valuesOf(used)}. Please confirm again.`, {
    data: used,
  })

const valuesOf = ({ count, names }: Used) =>
  `${count === 1 ? 'a value' : `${count} values`} (${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''})`
