import { rejected } from '#server/platform/kernel/errors.ts'

export const hasPosts = (label: string, posts: { count: number; names: readonly string[] }) => {
  const others = posts.count - posts.names.length
  return rejected(
    'IN_USE',
    `${label} has posts: ${posts.names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`,
    { data: posts },
  )
}
