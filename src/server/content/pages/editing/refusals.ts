import { invalid, rejected } from '#server/platform/kernel/errors.ts'

/** With the names of the pages or parts of the page that show it. */
export const shownOn = (label: string, names: readonly string[]) =>
  rejected('IN_USE', `${label} is shown by ${names.join(', ')}. Remove it there first.`, {
    data: { count: names.length, names },
  })

export const keyInUse = (names: readonly string[]) =>
  invalid({ 'values.slug': [`${names.join(', ')} refers to this key, so it cannot change`] })

/** @param errors messages by field below `values` */
export const invalidValues = (errors: ReadonlyMap<string, string>) =>
  invalid(Object.fromEntries([...errors].map(([field, message]) => [`values.${field}`, [message]])))
