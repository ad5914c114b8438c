import { rejected } from '#server/platform/kernel/errors.ts'

/** @param users what refers to it, such as `orders` */
export const channelInUse = (name: string, users: readonly string[]) =>
  rejected('IN_USE', `${name} is used by ${users.join(', ')}. You can close it instead.`, {
    data: { count: users.length, names: users },
  })
